import torch
from torch import nn
from rad.optim import RAD

model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = RAD(model.parameters(), lr=1e-3)


@torch.compile
def update(x, target):
    loss = nn.functional.smooth_l1_loss(model(x), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(3):
    print(update(torch.randn(8, 4), torch.randn(8, 2)).item())
