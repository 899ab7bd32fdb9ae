import torch
from torch_pca import PCA

pca = PCA(n_components=3)


@torch.compile
def reduce(x):
    return pca.fit_transform(x)


z = reduce(torch.randn(30, 8))
back = torch.compile(pca.inverse_transform)(z)
