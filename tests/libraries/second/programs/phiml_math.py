import torch
from phiml import math, nn
from phiml.math import batch, channel, spatial

math.use("torch")
net = nn.mlp(2, 1, [16, 16])
forward = torch.compile(net)
forward(torch.randn(4, 2)).sum().backward()
native = torch.compile(lambda x: math.mean(math.wrap(x, batch("b"), channel("c")) ** 2, "b").native("c"))
native(torch.randn(4, 2))
