import torch
from prodigyopt import Prodigy
from torch import nn

model = nn.Linear(8, 1)
opt = Prodigy(model.parameters(), lr=1.0, weight_decay=0.01)
step = torch.compile(opt.step)
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(4, 8)).square().mean().backward()
    step()
