import torch
from torch import nn
from borzoi_pytorch.pytorch_borzoi_transformer import Attention

block = nn.Sequential(nn.LayerNorm(32), Attention(dim=32, heads=2, dim_key=8, dim_value=8, num_rel_pos_features=4))
compiled = torch.compile(block)
print(compiled(torch.randn(1, 4096, 32)).shape)
