import geotorch
import torch
from torch import nn

layer = nn.Linear(6, 4)
geotorch.positive_definite(nn.Linear(4, 4), "weight")
geotorch.grassmannian(layer, "weight")
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)


@torch.compile
def step(x):
    loss = layer(x).square().mean()
    loss.backward()
    return loss.detach()


for _ in range(2):
    optimizer.zero_grad()
    step(torch.randn(3, 6))
    optimizer.step()
