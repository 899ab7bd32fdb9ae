import torch
from spd_learn.modules import BiMap, CovLayer, LogEig, ReEig
from torch import nn

net = nn.Sequential(CovLayer(), BiMap(8, 4), ReEig(), LogEig(upper=True))
compiled = torch.compile(net)
features = compiled(torch.randn(3, 8, 50))
features.sum().backward()
print(features.shape)
