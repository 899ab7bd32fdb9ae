import optiland.backend as be

be.set_backend("torch")
be.set_precision("float32")
import torch
from optiland.samples.simple import CementedAchromat

lens = CementedAchromat()


@torch.compile
def spot(unused):
    rays = lens.trace(Hx=0, Hy=0, wavelength=0.55, num_rays=4, distribution="hexapolar")
    return (rays.x**2 + rays.y**2).mean() + unused


print(spot(torch.zeros(1)))
