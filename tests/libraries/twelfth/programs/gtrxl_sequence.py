import torch
from gtrxl_torch.gtrxl_torch import TEL, PositionalEncoding

layer = TEL(16, 2, n_layers=1, dim_feedforward=16, batch_first=True)
embed = PositionalEncoding(16, dropout=0.0)


@torch.compile
def encode(x):
    return layer(embed(x))


print(encode(torch.rand(3, 5, 16)).shape)
