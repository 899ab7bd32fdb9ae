import pydssp
import torch

torch.manual_seed(0)
steps = torch.randn(2, 24, 1, 3).cumsum(1)
coordinates = steps * 1.5 + torch.randn(2, 24, 4, 3) * 0.8


@torch.compile
def hydrogen_bonds(coordinates):
    bonds = pydssp.get_hbond_map(coordinates)
    return bonds, bonds.sum((-1, -2))


@torch.compile
def secondary(coordinates):
    helix, strand, loop = pydssp.assign(coordinates, out_type="onehot").unbind(-1)
    return helix.float().mean(), strand.float().mean(), loop.float().mean()


bonds, total = hydrogen_bonds(coordinates)
print(bonds.shape, total, secondary(coordinates))
