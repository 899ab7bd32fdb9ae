import torch
from grokadamw import GrokAdamW
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = GrokAdamW(model.parameters(), lr=1e-3)


@torch.compile
def update():
    optimizer.step()


for _ in range(2):
    model(torch.randn(4, 6)).square().mean().backward()
    update()
    optimizer.zero_grad()
