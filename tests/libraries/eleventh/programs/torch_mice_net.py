import torch
from torch import nn
from torch_mice import BatchAffineNorm, BatchedICNN, VectorHull

net = nn.Sequential(VectorHull(8, petals=4, out_dim=16, invert=False), nn.Linear(16, 1))
compiled = torch.compile(net)
x = torch.randn(12, 8)
loss = compiled(x).pow(2).mean()
loss.backward()
norm = torch.compile(BatchAffineNorm(8))
print(loss.item(), norm(torch.randn(4, 5, 8)).shape)
