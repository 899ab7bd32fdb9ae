import numpy
import torch
from mpol import coordinates, fourier, images, losses

coords = coordinates.GridCoords(cell_size=0.05, npix=32)
generator = numpy.random.default_rng(1)
uu, vv = generator.uniform(-300, 300, 40), generator.uniform(-300, 300, 40)
icube = images.ImageCube(coords=coords, nchan=1, passthrough=True)
nufft = fourier.NuFFT(coords=coords, nchan=1, uu=uu, vv=vv)
data = torch.randn(1, 40, dtype=torch.complex128)
weight = torch.ones(1, 40, dtype=torch.float64)


@torch.compile
def objective(cube):
    sky = icube(cube)
    return losses.nll(nufft(sky), data, weight) + losses.TV_image(sky) + losses.sparsity(sky)


cube = torch.rand(1, 32, 32, dtype=torch.float64, requires_grad=True)
objective(cube).backward()
