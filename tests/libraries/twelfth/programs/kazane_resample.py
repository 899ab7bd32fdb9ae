import torch
from torch import nn
import kazane

net = nn.Sequential(kazane.Decimate(3), nn.Tanh(), kazane.Upsample(3))
compiled = torch.compile(net)
print(compiled(torch.randn(2, 2, 3000)).shape)
