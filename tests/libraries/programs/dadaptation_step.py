import torch
from dadaptation import DAdaptAdam
from torch import nn

model = nn.Linear(8, 2)
optimizer = DAdaptAdam(model.parameters(), lr=1.0)


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    train_step(torch.randn(4, 8), torch.randint(0, 2, (4,)))
