import torch
from thop import clever_format, profile
from torch import nn

net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 14 * 14, 4))


@torch.compile
def count(x):
    macs, params = profile(net, inputs=(x,), verbose=False)
    return macs, params


print(clever_format(count(torch.rand(1, 3, 16, 16)), "%.3f"))
