import torch
from fightingcv_attention.attention.AFT import AFT_FULL
from fightingcv_attention.attention.EMSA import EMSA
from fightingcv_attention.attention.HaloAttention import HaloAttention
from fightingcv_attention.attention.MobileViTAttention import MobileViTAttention

tokens = torch.randn(2, 49, 32)
emsa = EMSA(d_model=32, d_k=32, d_v=32, h=2, H=7, W=7, ratio=2, apply_transform=True)
aft = AFT_FULL(d_model=32, n=49)
halo, vit = HaloAttention(dim=32, block_size=2, halo_size=1, dim_head=8, heads=2), MobileViTAttention(in_channel=32, dim=16, kernel_size=3, patch_size=2)
sequence = torch.compile(lambda x: aft(emsa(x, x, x)))
image = torch.compile(lambda x: vit(halo(x)))
print(sequence(tokens).shape, image(torch.randn(1, 32, 8, 8)).shape)
