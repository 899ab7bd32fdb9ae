import torch
from rational.torch import Rational
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), Rational("leaky_relu", cuda=False), nn.Linear(16, 8), Rational(approx_func="tanh", version="B", cuda=False), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters())
compiled = torch.compile(net)
for _ in range(2):
    optimizer.zero_grad()
    compiled(torch.randn(10, 4)).square().mean().backward()
    optimizer.step()
