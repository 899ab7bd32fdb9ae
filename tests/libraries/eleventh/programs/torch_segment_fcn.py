import torch
from torch_segment.models.unet import UNet

net = torch.compile(UNet(2))
print(net(torch.randn(1, 3, 64, 64)).shape)
