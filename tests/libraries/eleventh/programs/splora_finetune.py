import torch
from torch import nn
from sp_adapters import SPLoRA

net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
adapted = SPLoRA(net, rank=2)
compiled = torch.compile(adapted)
loss = nn.functional.cross_entropy(compiled(torch.randn(2, 3, 12, 12)), torch.tensor([0, 3]))
loss.backward()
print(loss.item())
