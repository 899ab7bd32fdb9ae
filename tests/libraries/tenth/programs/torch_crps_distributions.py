import torch
from torch.distributions import Normal, StudentT
from torch_crps import crps_analytical, crps_integral

mean = torch.zeros(5, requires_grad=True)
std = torch.ones(5)


@torch.compile
def score(mean, std, y):
    return crps_analytical(Normal(mean, std), y).mean()


@torch.compile
def others(y):
    q = StudentT(torch.full((5,), 5.0), torch.zeros(5), torch.ones(5))
    return crps_analytical(q, y).mean() + crps_integral(Normal(torch.zeros(5), torch.ones(5)), y, x_steps=501).mean()


y = torch.randn(5)
score(mean, std, y).backward()
print(mean.grad, others(y))
