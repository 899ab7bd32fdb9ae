import torch
from optimi import Ranger
from torch import nn

model = nn.Linear(6, 3)
opt = Ranger(model.parameters(), lr=1e-3)
opt_step = torch.compile(opt.step)
for _ in range(3):
    model(torch.randn(5, 6)).pow(2).mean().backward()
    opt_step()
    opt.zero_grad()
