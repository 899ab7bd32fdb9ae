import torch
import warm
import warm.functional as W
from torch import nn


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        warm.up(self, [2, 1, 16, 16])

    def forward(self, x):
        x = W.conv(x, 8, 3, activation="relu")
        x = nn.functional.max_pool2d(x, 2)
        x = W.batch_norm(x)
        return W.linear(x.flatten(1).unsqueeze(-1), 4)


net = torch.compile(ConvNet())
net(torch.randn(2, 1, 16, 16)).mean().backward()
