import torch
from pytorch_ranger import Ranger
from torch import nn

model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
optimizer = Ranger(model.parameters(), lr=1e-3)
step = torch.compile(optimizer.step)
for _ in range(7):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(torch.randn(8, 6)), torch.randint(0, 2, (8,))).backward()
    step()
