import torch
from torch import nn
from adabelief import AdaBelief

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = AdaBelief(model.parameters(), lr=1e-3, rectify=True, weight_decay=1e-2)
forward = torch.compile(model)
step = torch.compile(optimizer.step)
for _ in range(2):
    loss = forward(torch.randn(10, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    step()
print(loss.item())
