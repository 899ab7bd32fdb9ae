import flowtorch.bijectors as bij
import flowtorch.distributions as dist
import torch

base = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), torch.ones(2)), 1)
flow = dist.Flow(base, bij.Spline())
sample = torch.compile(lambda: flow.rsample((8,)))
print(sample().shape)
