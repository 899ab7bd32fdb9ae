import torch
from ccbp_pytorch import CCBP
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = CCBP(torch.optim.Adam(model.parameters(), lr=1e-3), model=model)


@torch.compile
def update():
    optimizer.step()


for _ in range(2):
    model(torch.randn(4, 8)).square().mean().backward()
    update()
    optimizer.zero_grad()
