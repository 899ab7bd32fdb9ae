import delu
import torch
from torch import nn

X, Y = torch.randn(12, 4), torch.randn(12)
model = nn.Sequential(delu.nn.Lambda(torch.relu), nn.Linear(4, 1))


@torch.compile
def epoch():
    total = 0.0
    for batch in delu.iter_batches({"x": X, "y": Y}, 4):
        total = total + (model(batch["x"]).squeeze(-1) - batch["y"]).square().mean()
    return total


epoch().backward()
