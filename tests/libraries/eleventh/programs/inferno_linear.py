import torch
from torch import nn
from inferno import bnn

layer = bnn.Linear(5, 3, cov=bnn.params.LowRankCovariance(2))
compiled = torch.compile(layer)
x = torch.randn(6, 5)
print(compiled(x).shape, compiled(x, sample_shape=None).shape)
