import torch
from torch import nn
from QuatNet.quaternion_layers import QuaternionBatchNorm2d, QuaternionConv2d

net = nn.Sequential(QuaternionConv2d(4, 8, kernel_size=3, stride=1, padding=1, weight_init="random"), QuaternionBatchNorm2d(8), nn.ReLU(),
                    nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 3))
net = torch.compile(net)
x = torch.randn(4, 4, 12, 12)
loss = nn.functional.cross_entropy(net(x), torch.tensor([0, 1, 2, 0]))
loss.backward()
print(loss.item())
net.eval()
print(net(x).shape)
