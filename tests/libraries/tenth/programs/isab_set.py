import torch
from isab_pytorch import ISAB

attn = torch.compile(ISAB(dim=32, heads=2, num_induced_points=8))
points = torch.randn(2, 40, 32)
mask = torch.ones((2, 40)).bool()
out, induced = attn(points, mask=mask)
print(out.shape, induced.shape)
