import torch
from fightingcv_attention.attention.CBAM import CBAMBlock
from fightingcv_attention.attention.SGE import SpatialGroupEnhance
from fightingcv_attention.attention.ShuffleAttention import ShuffleAttention
from fightingcv_attention.attention.SKAttention import SKAttention
from fightingcv_attention.attention.TripletAttention import TripletAttention
from torch import nn

model = nn.Sequential(
    CBAMBlock(channel=32, reduction=4, kernel_size=7), SpatialGroupEnhance(groups=8), ShuffleAttention(channel=32, G=4),
    SKAttention(channel=32, reduction=4, kernels=[1, 3]), TripletAttention(),
)
compiled = torch.compile(model)
out = compiled(torch.randn(2, 32, 7, 7))
out.sum().backward()
print(out.shape)
