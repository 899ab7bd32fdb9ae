import torch
from torch import nn
from torchfx.effect import Gain, Normalize

effects = torch.compile(nn.Sequential(Gain(0.5), Normalize(peak=0.9)))
effects(torch.randn(1, 1000))
