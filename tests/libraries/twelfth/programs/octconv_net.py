import torch
from torch import nn
from octconv import OctConv2d


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = OctConv2d(3, 16, 3, padding=1, alpha=(0, 0.5))
        self.second = OctConv2d(16, 16, 3, padding=1, alpha=0.5)
        self.last = OctConv2d(16, 8, 3, padding=1, alpha=(0.5, 0))

    def forward(self, x):
        return self.last(self.second(self.first(x)))


net = torch.compile(Net())
print(net(torch.randn(1, 3, 16, 16)).shape)
