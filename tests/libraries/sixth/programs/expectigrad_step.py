import torch
from expectigrad.pytorch import Expectigrad
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = Expectigrad(model.parameters(), lr=1e-3)


@torch.compile
def update():
    optimizer.step()


for _ in range(3):
    loss = nn.functional.cross_entropy(model(torch.randn(16, 6)), torch.randint(0, 3, (16,)))
    loss.backward()
    update()
    optimizer.zero_grad()
