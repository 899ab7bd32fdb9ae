import torch
from diffdrr.metrics import GradientNormalizedCrossCorrelation2d, MultiscaleNormalizedCrossCorrelation2d
from diffdrr.pose import convert
from diffdrr.renderers import Siddon, Trilinear

siddon = torch.compile(Siddon(voxel_shift=0.5))
volume = torch.rand(8, 8, 8)
source = torch.tensor([[[-20.0, 4.0, 4.0]]])
target = torch.stack([torch.full((9,), 20.0), torch.linspace(1, 7, 9), torch.linspace(2, 6, 9)], -1)[None]
image = siddon(volume, source, target, torch.ones(1, 1, 9))
print(image.shape)


@torch.compile
def transform(parameters, points):
    pose = convert(parameters[:, :3], parameters[:, 3:], parameterization="euler_angles", convention="ZXY")
    return pose(points)


print(transform(torch.rand(2, 6), torch.randn(2, 4, 3)).shape)
metric = torch.compile(MultiscaleNormalizedCrossCorrelation2d([None, 5], [0.5, 0.5]))
print(metric(torch.rand(1, 1, 16, 16), torch.rand(1, 1, 16, 16)))
