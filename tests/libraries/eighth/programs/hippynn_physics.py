import torch
from hippynn.layers.physics import Dipole, Gradient, Quadrupole, CoulombEnergy
from hippynn.layers.transform import ResNetWrapper
from torch import nn

torch.manual_seed(0)
charges_net = nn.Sequential(ResNetWrapper(nn.Linear(4, 8), 4, 8, 8), nn.Linear(8, 1))
dipole, coulomb = Dipole(), CoulombEnergy(14.4)
force = Gradient(sign=-1)


@torch.compile
def model(features, positions, mol_index, first, second):
    charges = charges_net(features)
    distance = (positions[first] - positions[second]).norm(dim=-1)
    molecule, atom = coulomb(charges, distance, first, second, mol_index, 2)[:2]
    return dipole(charges, positions, mol_index, 2), molecule


positions = torch.rand(6, 3, requires_grad=True)
first = torch.tensor([0, 1, 0, 2, 3, 4, 4, 5])
second = torch.tensor([1, 0, 2, 0, 4, 3, 5, 4])
moment, energy = model(torch.randn(6, 4), positions, torch.tensor([0, 0, 0, 1, 1, 1]), first, second)
print(moment.shape, force(energy, positions).shape)
