import numpy
import torch
from mpol import coordinates, fourier, images, losses

coords = coordinates.GridCoords(cell_size=0.05, npix=32)
generator = numpy.random.default_rng(0)
uu, vv = generator.uniform(-300, 300, 50), generator.uniform(-300, 300, 50)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bcube = images.BaseCube(coords=coords, nchan=1)
        self.conv = images.HannConvCube(nchan=1)
        self.icube = images.ImageCube(coords=coords, nchan=1, passthrough=True)
        self.fcube = fourier.FourierCube(coords=coords)

    def forward(self):
        sky = self.icube(self.conv(self.bcube()))
        return self.fcube(sky), sky


model = Model()
compiled = torch.compile(model)
visibilities, sky = compiled()
loss = visibilities.abs().square().mean() + 1e-3 * losses.TSV(sky) + 1e-3 * losses.entropy(sky, torch.tensor(1e-3))
loss.backward()
print(loss.item(), model.icube.flux.shape)
