import torch
from torch import nn
from bottleneck_transformer_pytorch import BottleStack

layer = BottleStack(dim=32, fmap_size=16, dim_out=64, proj_factor=4, downsample=True, heads=4, dim_head=8, rel_pos_emb=True,
                    activation=nn.ReLU())
compiled = torch.compile(layer)
fmap = torch.randn(2, 32, 16, 16)
compiled(fmap).mean().backward()
print(compiled(fmap).shape)
