import flowtorch.bijectors as bij
import flowtorch.distributions as dist
import torch

base = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), torch.ones(2)), 1)
flow = dist.Flow(base, bij.AffineAutoregressive())


@torch.compile
def loss(x):
    return -flow.log_prob(x).mean()


loss(torch.randn(16, 2)).backward()
