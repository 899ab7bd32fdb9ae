import cornucopia as cc
import torch

smooth = torch.compile(cc.SmoothTransform(fwhm=2))
print(smooth(torch.rand(1, 12, 12)).shape)
field = torch.compile(cc.MulFieldTransform(shape=4))
print(field(torch.rand(1, 12, 12)).shape)
