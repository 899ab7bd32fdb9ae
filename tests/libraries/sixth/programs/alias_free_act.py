import torch
from alias_free_torch import Activation1d, DownSample1d, UpSample1d
from torch import nn

net = torch.compile(nn.Sequential(nn.Conv1d(1, 8, 5, padding=2), Activation1d(nn.SiLU()), nn.Conv1d(8, 1, 5, padding=2), UpSample1d(2), DownSample1d(2)))
net(torch.randn(2, 1, 64)).mean().backward()
