import torch
from torch import nn
import revlib

channels = 8
blocks = [nn.Sequential(nn.Linear(channels, channels), nn.ReLU(), nn.Linear(channels, channels)) for _ in range(4)]
rev = revlib.ReversibleSequential(*blocks)
compiled = torch.compile(rev)
x = torch.randn(4, 2 * channels, requires_grad=True)
out = compiled(x)
out.mean().backward()
print(out.shape)
