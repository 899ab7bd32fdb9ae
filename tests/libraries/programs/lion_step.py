import torch
from lion_pytorch import Lion
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
opt = Lion(model.parameters(), lr=1e-4, weight_decay=1e-2)


@torch.compile
def train_step(x, y):
    loss = (model(x) - y).square().mean()
    loss.backward()
    opt.step()
    opt.zero_grad()
    return loss.item()


for _ in range(2):
    print(train_step(torch.randn(4, 8), torch.randn(4, 1)))
