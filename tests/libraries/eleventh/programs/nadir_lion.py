import torch
from torch import nn
import nadir

model = nn.Linear(4, 2)
optimizer = nadir.Lion(model.parameters())
step = torch.compile(optimizer.step)
for _ in range(2):
    model(torch.randn(5, 4)).pow(2).mean().backward()
    step()
    optimizer.zero_grad()
print(model.weight.norm().item())
