import torch
from torch import nn
import pytorch_hexagdly

net = nn.Sequential(pytorch_hexagdly.Conv2d(1, 4, kernel_size=2, stride=1), nn.ReLU(), pytorch_hexagdly.MaxPool2d(kernel_size=1, stride=2),
                    pytorch_hexagdly.Conv2d(4, 2, kernel_size=1))
compiled = torch.compile(net)
print(compiled(torch.randn(1, 1, 21, 21)).shape)
