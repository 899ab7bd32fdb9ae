import torch
from optimi import StableAdamW
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 4))
optimizer = StableAdamW(model.parameters(), lr=1e-3, weight_decay=1e-2, decouple_lr=True)


@torch.compile
def step(x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


for _ in range(2):
    step(torch.randn(4, 8), torch.randint(0, 4, (4,)))
