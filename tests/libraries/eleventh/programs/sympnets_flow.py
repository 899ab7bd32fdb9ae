import torch
from torch import nn
from SympNetsTorch.SympNets import Activation, Linear

net = nn.Sequential(Linear(dim=4, up_or_low="up", n=3), Activation(torch.tanh, dim=4, up_or_low="low"), Linear(dim=4, up_or_low="low", n=2))
compiled = torch.compile(net)
x = torch.randn(10, 8)
out = compiled(x)
out.pow(2).mean().backward()
print(out.shape)
