import torch
from torch import nn
from grams import Grams

model = nn.Sequential(nn.Linear(10, 32), nn.GELU(), nn.Linear(32, 3))
optimizer = Grams(model.parameters(), lr=1e-3, weight_decay=0.01)
x, y = torch.randn(64, 10), torch.randint(0, 3, (64,))


def train_step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


train_step = torch.compile(train_step)
for _ in range(3):
    print(train_step(x, y).item())
