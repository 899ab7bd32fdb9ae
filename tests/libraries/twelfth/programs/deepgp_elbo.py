import torch
from deepgp import DeepGP
from gpytorch.mlls import DeepApproximateMLL, VariationalELBO

model = DeepGP([1, 1], num_inducing=8)
x = torch.linspace(-1, 1, 16).unsqueeze(-1)
forward = torch.compile(model)
out = forward(x)
print(out.mean.shape)
