import torch
from torchmin import minimize
from torchmin.benchmarks import rosen

x0 = torch.tensor([1.0, 8.0])
solve = torch.compile(lambda x: minimize(rosen, x, method="bfgs", max_iter=5).x)
print(solve(x0))
