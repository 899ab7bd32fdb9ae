import torch
from pytorch_optimizer import Lamb
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = Lamb(model.parameters(), lr=1e-3)


@torch.compile
def train_step(x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss


for _ in range(2):
    train_step(torch.randn(4, 8), torch.randint(0, 2, (4,)))
