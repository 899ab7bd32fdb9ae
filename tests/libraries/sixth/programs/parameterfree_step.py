import torch
from parameterfree import COCOB
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = COCOB(model.parameters())


@torch.compile
def update():
    optimizer.step()


for _ in range(3):
    loss = nn.functional.cross_entropy(model(torch.randn(16, 6)), torch.randint(0, 3, (16,)))
    loss.backward()
    update()
    optimizer.zero_grad()
