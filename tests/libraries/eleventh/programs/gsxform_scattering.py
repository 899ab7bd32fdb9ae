import torch
from torch import nn
from gsxform.scattering import Diffusion, TightHann

adjacency = (torch.rand(12, 12) > 0.6).float().triu(1)
adjacency = adjacency + adjacency.T + torch.diag_embed(torch.ones(11), 1) + torch.diag_embed(torch.ones(11), -1)
adjacency = adjacency.clamp(max=1)[None]
scattering = Diffusion(adjacency, 3, 2)
compiled = torch.compile(scattering)
features = compiled(torch.randn(5, 1, 12))
print(features.shape)
