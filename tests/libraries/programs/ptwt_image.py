import ptwt
import torch
from torch import nn


class WaveletPool(nn.Module):
    def forward(self, x):
        low, (h, v, d) = ptwt.wavedec2(x, "haar", level=1)
        return torch.cat([low, h, v, d], dim=1)


model = torch.compile(nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), WaveletPool()))
model(torch.randn(2, 1, 16, 16)).sum().backward()
