import torch
from qpth.qp import QPFunction
from torch import nn


class OptNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.G = nn.Parameter(torch.randn(5, 3))
        self.h = nn.Parameter(torch.ones(5))

    def forward(self, x):
        e = torch.Tensor()
        return QPFunction(verbose=False)(torch.eye(3), self.fc(x), self.G, self.h, e, e)


model = torch.compile(OptNet())
model(torch.randn(2, 4)).sum().backward()
