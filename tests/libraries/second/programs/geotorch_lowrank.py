import geotorch
import torch
from torch import nn

linear, conv = nn.Linear(8, 6), nn.Conv2d(4, 8, 3)
geotorch.low_rank(linear, "weight", rank=2)
geotorch.sphere(conv, "bias")
model = torch.compile(nn.Sequential(conv, nn.AdaptiveAvgPool2d(1), nn.Flatten(), linear))
model(torch.randn(2, 4, 6, 6)).sum().backward()
