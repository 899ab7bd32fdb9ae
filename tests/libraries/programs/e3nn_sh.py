import torch
from e3nn import o3
from e3nn.math import soft_one_hot_linspace
from torch import nn

radial = nn.Sequential(nn.Linear(6, 16), nn.SiLU(), nn.Linear(16, 9))


@torch.compile
def edge_features(vectors):
    sh = o3.spherical_harmonics([0, 1, 2], vectors, normalize=True, normalization="component")
    lengths = soft_one_hot_linspace(vectors.norm(dim=1), 0.0, 3.0, 6, basis="smooth_finite", cutoff=True)
    return sh * radial(lengths)


edge_features(torch.randn(7, 3)).sum().backward()
