import torch
from adamp import SGDP
from torch import nn

model = nn.Conv2d(3, 4, 3)
optimizer = SGDP(model.parameters(), lr=0.1, weight_decay=1e-5, momentum=0.9, nesterov=True)
step = torch.compile(optimizer.step)
for _ in range(2):
    model(torch.randn(2, 3, 8, 8)).square().mean().backward()
    step()
    optimizer.zero_grad()
