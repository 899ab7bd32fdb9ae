import torch
from torch import nn
from surgeon_pytorch import Extract, Inspect

net = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 2))
inspected = torch.compile(Inspect(net, layer="0"))
y, hidden = inspected(torch.randn(3, 5))
print(y.shape, hidden.shape)
