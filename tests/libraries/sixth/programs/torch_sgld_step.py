import torch
from torch_sgld import SGLD
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = SGLD(model.parameters(), lr=1e-3, momentum=0.9)


@torch.compile
def update():
    optimizer.step()


for _ in range(3):
    loss = nn.functional.cross_entropy(model(torch.randn(16, 6)), torch.randint(0, 3, (16,)))
    loss.backward()
    update()
    optimizer.zero_grad()
