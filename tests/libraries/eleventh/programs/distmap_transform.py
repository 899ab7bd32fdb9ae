import torch
from distmap import euclidean_distance_transform, l1_distance_transform

mask = torch.rand(2, 12, 12) > 0.2
edt = torch.compile(euclidean_distance_transform)
print(edt(mask, ndim=2).mean(), torch.compile(l1_distance_transform)(mask, ndim=2).mean())
