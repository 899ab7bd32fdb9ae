import torch
from torch_admp.nblist import TorchNeighborList
from torch_admp.pme import CoulombForceModule, setup_ewald_parameters

rcut = 4.0
box = torch.eye(3, dtype=torch.float64) * 10.0
positions = torch.rand(12, 3, dtype=torch.float64) * 10
positions.requires_grad_(True)
charges = torch.tensor([1.0, -1.0] * 6, dtype=torch.float64)
nblist = TorchNeighborList(cutoff=rcut)
pairs = nblist(positions, box)
ds = nblist.get_ds()
scales = nblist.get_buffer_scales()
kappa, kx, ky, kz = setup_ewald_parameters(rcut, box)
module = CoulombForceModule(rcut=rcut, ethresh=1e-5)
compiled = torch.compile(module)
energy = compiled(positions, box, pairs, ds, scales, {"charge": charges})
print(energy, torch.autograd.grad(energy, positions)[0].shape)
