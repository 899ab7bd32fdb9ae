import revtorch as rv
import torch
from torch import nn

blocks = nn.ModuleList(rv.ReversibleBlock(nn.Sequential(nn.Linear(8, 8), nn.Tanh()), nn.Sequential(nn.Linear(8, 8), nn.Tanh()), split_along_dim=1)
                       for _ in range(2))
model = torch.compile(rv.ReversibleSequence(blocks))
model(torch.randn(4, 16, requires_grad=True)).sum().backward()
