import tltorch
import torch
from torch import nn

model = nn.Sequential(
    tltorch.FactorizedLinear((4, 4), (4, 8), rank=0.5, factorization="cp"),
    nn.ReLU(),
    tltorch.FactorizedLinear((4, 8), (2, 5), rank=0.5, factorization="tucker"),
)
compiled = torch.compile(model)
out = compiled(torch.randn(3, 16))
out.sum().backward()
