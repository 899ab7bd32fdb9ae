import torch
from unet import UNet2D

model = torch.compile(UNet2D(normalization="batch", out_channels_first_layer=4, num_encoding_blocks=3, padding=1, preactivation=True, residual=True, upsampling_type="linear"))
model(torch.rand(1, 1, 16, 16)).mean().backward()
