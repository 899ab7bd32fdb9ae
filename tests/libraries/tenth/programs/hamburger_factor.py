import torch
from hamburger_pytorch import Hamburger

hamburger = Hamburger(dim=32, n=64, ratio=8, K=4)
compiled = torch.compile(hamburger)
x = torch.randn(2, 32, 64)
out = compiled(x) + x
out.mean().backward()
print(out.shape)
