import torch
from torch import nn
from convkan import ConvKAN, LayerNorm2D

model = nn.Sequential(ConvKAN(1, 4, padding=1, kernel_size=3, stride=1), LayerNorm2D(4), ConvKAN(4, 6, padding=1, kernel_size=3, stride=2, groups=2), LayerNorm2D(6),
                      ConvKAN(6, 3, padding=1, kernel_size=3, stride=2), nn.AdaptiveAvgPool2d(1), nn.Flatten())
compiled = torch.compile(model)
loss = nn.functional.cross_entropy(compiled(torch.randn(2, 1, 10, 10)), torch.tensor([0, 2]))
loss.backward()
print(loss.item())
