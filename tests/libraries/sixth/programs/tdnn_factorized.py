import torch
from pytorch_tdnn.tdnn import TDNN
from pytorch_tdnn.tdnnf import TDNNF
from torch import nn

net = nn.Sequential(TDNN(13, 32, [-1, 0, 1]), nn.ReLU(), TDNNF(32, 32, 8, time_stride=1))
net = torch.compile(net)
for _ in range(2):
    net(torch.randn(2, 13, 20)).mean().backward()
