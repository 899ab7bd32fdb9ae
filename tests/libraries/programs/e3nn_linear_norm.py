import torch
from e3nn import o3
from e3nn.nn import BatchNorm, NormActivation
from torch import nn

irreps = o3.Irreps("8x0e+4x1o")
model = nn.Sequential(o3.Linear(irreps, irreps), BatchNorm(irreps), NormActivation(irreps, torch.sigmoid))
compiled = torch.compile(model)
x = irreps.randn(10, -1)
compiled(x)
compiled(x)
