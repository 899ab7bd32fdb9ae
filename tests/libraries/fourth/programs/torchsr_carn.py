import torch
from torchsr.models import carn_m, ninasr_b0

carn, nina = torch.compile(carn_m(scale=2, pretrained=False)), torch.compile(ninasr_b0(scale=2, pretrained=False))
x = torch.rand(1, 3, 8, 8)
print(carn(x).shape, nina(x).shape)
