import torch
from variationalsparsebayes import BayesianLinear

layer = BayesianLinear(4, 3, n_reparam=5)
compiled = torch.compile(layer)
print(compiled(torch.randn(5, 7, 4)).shape)
