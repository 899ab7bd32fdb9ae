import torch
from torchgaussianfilter import GaussianFilter2d, GaussianFilter3d

blur2d = torch.compile(GaussianFilter2d(in_channels=3, kernel_size=5, sigma=1.0))
print(blur2d(torch.rand(1, 3, 16, 16)).shape)
blur3d = torch.compile(GaussianFilter3d(in_channels=1, kernel_size=3, sigma=0.5))
print(blur3d(torch.rand(1, 1, 8, 8, 8)).shape)
