import torch
from torch import nn
from resnest.torch.splat import SplAtConv2d

net = nn.Sequential(SplAtConv2d(8, 16, kernel_size=3, padding=1, radix=2, groups=2, norm_layer=nn.BatchNorm2d), nn.AdaptiveAvgPool2d(1),
                    nn.Flatten(), nn.Linear(16, 4))
net = torch.compile(net)
print(net(torch.randn(2, 8, 16, 16)).shape)
