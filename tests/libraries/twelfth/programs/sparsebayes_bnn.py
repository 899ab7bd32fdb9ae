import torch
from variationalsparsebayes import BayesianLinear, SVIHalfCauchyPrior

prior = SVIHalfCauchyPrior(6, 1e-5)


@torch.compile
def elbo(x, y):
    w = prior.get_reparam_weights(8)
    pred = w @ x.T
    return -((pred - y) ** 2).mean() - 1e-3 * prior.kl_divergence()


loss = -elbo(torch.randn(10, 6), torch.randn(10))
loss.backward()
print(loss.item())
