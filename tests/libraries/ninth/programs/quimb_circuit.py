import quimb.tensor as qtn
import torch

torch.manual_seed(0)
circuit = qtn.Circuit(3)
for i in range(3):
    circuit.ry(0.3 * i, i)
circuit.cnot(0, 1)
circuit.cnot(1, 2)
psi = circuit.psi
psi.apply_to_arrays(lambda a: torch.tensor(a, dtype=torch.complex64))


@torch.compile
def norm(scale):
    network = psi.copy()
    network.multiply_(scale)
    return (network.H & network).contract(all, optimize="greedy")


print(norm(0.5))
