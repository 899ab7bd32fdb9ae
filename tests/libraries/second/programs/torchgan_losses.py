import torch
from torchgan.layers import MinibatchDiscrimination1d, ResidualBlock2d, SelfAttention2d, SpectralNorm2d
from torch import nn

critic = nn.Sequential(SpectralNorm2d(nn.Conv2d(3, 16, 3, padding=1)), ResidualBlock2d([16, 16, 16], [3, 1], paddings=[1, 0]), SelfAttention2d(16), nn.AdaptiveAvgPool2d(1), nn.Flatten(), MinibatchDiscrimination1d(16, 4))
compiled = torch.compile(critic)
compiled(torch.randn(4, 3, 8, 8)).mean().backward()
