import torch
from torch import nn
import spdlayers

model = torch.compile(nn.Sequential(nn.Linear(2, spdlayers.in_shape_from(3)), spdlayers.Eigen(output_shape=3)))
print(model(torch.randn(4, 2)).shape)
