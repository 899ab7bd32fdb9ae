import torch
from adabound import AdaBound
from torch import nn

model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
optimizer = AdaBound(model.parameters(), lr=1e-3, final_lr=0.1, amsbound=True, weight_decay=1e-4)
step = torch.compile(optimizer.step)
for _ in range(2):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(torch.randn(9, 6)), torch.randint(0, 3, (9,))).backward()
    step()
