import torch
from stable_trunc_gaussian import TruncatedGaussian


@torch.compile
def objective(mu, sigma, x):
    dist = TruncatedGaussian(mu, sigma, torch.tensor(-1.0), torch.tensor(1.0))
    return dist.mean.sum() - dist.log_prob(x).mean()


mu = torch.randn(8, requires_grad=True)
loss = objective(mu, torch.rand(8) + 0.5, torch.rand(8) - 0.5)
loss.backward()
print(mu.grad)
