import torch
from kymatio.scattering2d.frontend.torch_frontend import ScatteringTorch2D

scattering = torch.compile(ScatteringTorch2D(J=2, shape=(16, 16), L=4))
x = torch.randn(2, 3, 16, 16, requires_grad=True)
scattering(x).sum().backward()
