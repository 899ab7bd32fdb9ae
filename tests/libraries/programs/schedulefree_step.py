import torch
from schedulefree import AdamWScheduleFree
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = AdamWScheduleFree(model.parameters(), lr=2.5e-3, warmup_steps=5)
optimizer.train()


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    train_step(torch.randn(4, 8), torch.randint(0, 2, (4,)))
