import torch
from mup import MuAdam, MuReadout, set_base_shapes
from torch import nn


def mlp(width):
    return nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), MuReadout(width, 2))


model = mlp(16)
set_base_shapes(model, mlp(4), delta=mlp(8))
optimizer = MuAdam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    compiled(torch.randn(3, 4)).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()
