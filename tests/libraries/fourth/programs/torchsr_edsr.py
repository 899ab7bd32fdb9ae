import torch
from torchsr.models import edsr_r16f64

model = torch.compile(edsr_r16f64(scale=2, pretrained=False))
print(model(torch.rand(1, 3, 8, 8)).shape)
