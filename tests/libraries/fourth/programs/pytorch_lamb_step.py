import torch
from pytorch_lamb import Lamb
from torch import nn

model = nn.Linear(6, 3)
optimizer = Lamb(model.parameters(), lr=1e-3, weight_decay=0.01)


@torch.compile
def update():
    optimizer.step()


for _ in range(3):
    model(torch.randn(5, 6)).square().mean().backward()
    update()
    optimizer.zero_grad()
