import torch
from torch import nn
from torch_legendre import LegendreLayer

net = nn.Sequential(LegendreLayer(3, degree=4, out_features=8), nn.Tanh(), LegendreLayer(8, degree=3, out_features=1))
net = torch.compile(net)
loss = net(torch.rand(10, 3) * 2 - 1).pow(2).mean()
loss.backward()
print(loss.item())
