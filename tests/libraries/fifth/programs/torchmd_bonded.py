import torch
from torchmd.forces import calculate_distances, evaluate_angles, evaluate_bonds, evaluate_LJ, evaluate_torsion
from torchmd.integrator import kinetic_energy, kinetic_to_temp, maxwell_boltzmann

box = torch.full((3,), 20.0)
pairs = torch.tensor([[0, 1], [1, 2], [2, 3], [0, 3]])


@torch.compile
def energy(positions):
    distance, unit, vector = calculate_distances(positions, pairs, box)
    bonds, _ = evaluate_bonds(distance[:3], torch.tensor([[300.0, 1.0]]).expand(3, 2), explicit_forces=False)
    angles, _ = evaluate_angles(vector[:1], -vector[1:2], torch.tensor([[40.0, 1.9]]), explicit_forces=False)
    types = torch.tensor([0, 1, 0, 1])
    lennard, _ = evaluate_LJ(distance[3:], pairs[3:], types, torch.rand(2, 2), torch.rand(2, 2), 7.5, 9.0, explicit_forces=False)
    return bonds.sum() + angles.sum() + lennard.sum()


positions = torch.randn(4, 3, requires_grad=True)
energy(positions).backward()
masses = torch.ones(4, 1)
temperature = torch.compile(lambda velocity: kinetic_to_temp(kinetic_energy(masses, velocity), 4))
print(temperature(maxwell_boltzmann(masses, 300, 2)))
