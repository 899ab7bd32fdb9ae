import torch
from torch import nn
import nadir

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = nadir.Adam(model.parameters(), nadir.AdamConfig(lr=1e-3))


@torch.compile
def step(x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    print(step(torch.randn(6, 4), torch.arange(6) % 2).item())
