import torch
from halonet_pytorch import HaloAttention

attn = torch.compile(HaloAttention(dim=32, block_size=4, halo_size=2, dim_head=16, heads=2))
print(attn(torch.randn(1, 32, 16, 16)).shape)
