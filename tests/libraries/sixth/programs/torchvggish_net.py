import torch
from torchvggish.torchvggish import VGG, make_layers

model = torch.compile(VGG(make_layers(), postprocess=False).eval())
with torch.no_grad():
    model(torch.randn(2, 1, 96, 64))
