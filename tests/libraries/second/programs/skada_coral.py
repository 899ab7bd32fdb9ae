import torch
from skada.deep.losses import deepcoral_loss
from torch import nn

net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))


@torch.compile
def loss(source, target):
    a, b = net(source), net(target)
    return deepcoral_loss(a, b)


loss(torch.randn(8, 6), torch.randn(8, 6)).backward()
