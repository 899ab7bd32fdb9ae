import torch
from aoa_pytorch import AoA

attn = torch.compile(AoA(dim=32, heads=4, dim_head=8))
x, context = torch.randn(1, 12, 32), torch.randn(1, 6, 32)
print((attn(x) + x).shape, attn(x, context=context).shape)
