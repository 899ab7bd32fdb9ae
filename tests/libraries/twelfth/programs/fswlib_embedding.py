import torch
from fswlib import FSWEmbedding

embed = FSWEmbedding(d_in=4, d_out=10, device="cpu", dtype=torch.float32)
compiled = torch.compile(embed)
points, weights = torch.randn(3, 12, 4), torch.rand(3, 12)
print(compiled(points, weights).shape)
