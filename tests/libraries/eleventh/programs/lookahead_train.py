import torch
from torch import nn
from lookahead_pytorch import Lookahead

model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
optimizer = Lookahead(torch.optim.AdamW(model.parameters(), lr=1e-3), la_steps=2, la_alpha=0.5)


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(3):
    print(train_step(torch.randn(8, 6), torch.arange(8) % 2).item())
