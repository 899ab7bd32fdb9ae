import torch
from ezgatr.nets.mv_only_gatr import MVOnlyGATrConfig, MVOnlyGATrModel

config = MVOnlyGATrConfig(num_layers=2, size_channels_hidden=8, size_channels_intermediate=8, attn_num_heads=2)
model = torch.compile(MVOnlyGATrModel(config))
x = torch.randn(2, 10, 1, 16)
out = model(x)
out.square().mean().backward()
print(out.shape)
