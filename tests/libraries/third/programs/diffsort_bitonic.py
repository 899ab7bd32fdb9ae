import torch
from diffsort import DiffSortNet

sorter = torch.compile(DiffSortNet("bitonic", 8, steepness=10, distribution="logistic"))
vectors = torch.randn(2, 8, requires_grad=True)
sorted_vectors, permutations = sorter(vectors)
sorted_vectors[:, 0].sum().backward()
