import torch
from torch_kmeans import KMeans, SoftKMeans

model = KMeans(n_clusters=3, max_iter=5, num_init=2, verbose=False)
compiled = torch.compile(model)
result = compiled(torch.randn(2, 20, 2))
soft = torch.compile(SoftKMeans(n_clusters=3, max_iter=3, verbose=False))
soft(torch.randn(2, 20, 2))
