import torch
from nnsight import NNsight
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
model = NNsight(net)
forward = torch.compile(model)
with torch.no_grad():
    print(forward(torch.randn(3, 4)).shape)
