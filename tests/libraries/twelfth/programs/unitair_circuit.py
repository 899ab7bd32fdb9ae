import torch
import unitair
from unitair import gates, simulation


@torch.compile
def energy(angles, state):
    state = simulation.apply_operator(gates.exp_x(angles[0]), [0], state)
    state = simulation.apply_operator(gates.cnot(), [0, 1], state)
    state = simulation.apply_operator(gates.exp_z(angles[1]), [1], state)
    return unitair.abs_squared(state)[0]


angles = torch.tensor([0.3, 0.7], requires_grad=True)
value = energy(angles, unitair.unit_vector(0, num_qubits=2))
value.backward()
print(angles.grad)
