import torch
from torchani.arch import simple_ani

model = simple_ani(("H", "C", "N", "O"), lot="wb97x-631gd", ensemble_size=2).eval()
compiled = torch.compile(model)
species = torch.tensor([[6, 1, 1, 1, 1]])
coordinates = torch.randn(1, 5, 3, requires_grad=True)
energy = compiled((species, coordinates)).energies
forces = -torch.autograd.grad(energy.sum(), coordinates)[0]
