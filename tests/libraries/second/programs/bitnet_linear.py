import torch
from bitnet import BitLinear
from torch import nn

model = torch.compile(nn.Sequential(BitLinear(16, 32), nn.GELU(), BitLinear(32, 4)))
model(torch.randn(2, 5, 16)).sum().backward()
