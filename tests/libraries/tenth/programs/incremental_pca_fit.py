import torch
from torch_incremental_pca import IncrementalPCA

pca = IncrementalPCA(n_components=3, batch_size=16)
partial_fit = torch.compile(pca.partial_fit)
for _ in range(2):
    partial_fit(torch.randn(16, 8))
transform = torch.compile(pca.transform)
print(transform(torch.randn(4, 8)).shape)
