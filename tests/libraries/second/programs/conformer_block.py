import torch
from conformer import Conformer

model = torch.compile(Conformer(dim=32, depth=2, dim_head=8, heads=2, ff_mult=2, conv_kernel_size=7))
model(torch.randn(1, 24, 32)).sum().backward()
