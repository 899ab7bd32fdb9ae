import torch
from torchwavelets import DTCWT2D, ScatLayer, WaveletPacket

transform = torch.compile(DTCWT2D(J=2))
low, highs = transform(torch.randn(1, 1, 32, 32))
scatter = torch.compile(ScatLayer())
print(low.shape, len(highs), scatter(torch.randn(1, 1, 32, 32)).shape)
