import torch
from torch import nn
from masked_convolution import MaskedConvolution

conv = nn.Conv2d(3, 4, kernel_size=3, padding=1)
mask = torch.tensor([[1, 0, 1], [0, 1, 0], [1, 0, 1]]).float()
layer = MaskedConvolution(conv_layer=conv, mask=mask)
compiled = torch.compile(layer)
out = compiled(torch.randn(2, 3, 8, 8))
out.sum().backward()
print(out.shape)
