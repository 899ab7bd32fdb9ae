import torch
from slices import SLiCE, SLiCELayer

layer = torch.compile(SLiCE(input_dim=8, hidden_dim=16, block_size=4, diagonal_dense=False, bias=True, use_parallel=True, chunk_size=8))
print(layer(torch.randn(2, 16, 8)).shape)
block = torch.compile(SLiCELayer(input_dim=16, block_size=4, diagonal_dense=True))
print(block(torch.randn(2, 16, 16)).shape)
