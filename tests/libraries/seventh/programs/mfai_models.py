import torch
from mfai.pytorch.models.half_unet import HalfUNet
from mfai.pytorch.models.unet import UNet

unet = UNet(in_channels=3, out_channels=2, input_shape=(32, 32), settings=UNet.settings_kls(init_features=8))
compiled = torch.compile(unet)
out = compiled(torch.rand(1, 3, 32, 32))
out.mean().backward()
half = torch.compile(HalfUNet(in_channels=3, out_channels=2, input_shape=(32, 32), settings=HalfUNet.settings_kls(num_filters=8)))
print(out.shape, half(torch.rand(1, 3, 32, 32)).shape)
