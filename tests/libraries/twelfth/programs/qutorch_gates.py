import torch
import qutorch as qt


@torch.compile
def circuit(angle):
    gate = qt.get_operator(3, qt.formulate_ry(angle), [1])
    return gate @ qt.get_ground_state(3).to(gate.dtype)


print(circuit(torch.tensor(0.4)))
