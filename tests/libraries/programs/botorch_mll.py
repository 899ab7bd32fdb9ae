import torch
from botorch.models import SingleTaskGP
from gpytorch.mlls import ExactMarginalLogLikelihood

x = torch.rand(8, 2, dtype=torch.double)
y = torch.cos(x[:, :1] * 3)
model = SingleTaskGP(x, y)
mll = ExactMarginalLogLikelihood(model.likelihood, model)
model.train()


@torch.compile
def negative_mll():
    return -mll(model(*model.train_inputs), model.train_targets)


negative_mll().backward()
