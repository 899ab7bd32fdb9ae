import torch
from torch import nn
from gsa_pytorch import GSA

net = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), GSA(dim=16, dim_out=24, dim_key=8, heads=4, rel_pos_length=12), nn.AdaptiveAvgPool2d(1), nn.Flatten())
net = torch.compile(net)
print(net(torch.randn(2, 3, 12, 12)).shape)
