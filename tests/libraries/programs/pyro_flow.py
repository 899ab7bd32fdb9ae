import torch
import pyro.distributions as dist
import pyro.distributions.transforms as T

base = dist.Normal(torch.zeros(2), torch.ones(2))
spline = T.spline_coupling(2, count_bins=8)
flow = dist.TransformedDistribution(base, [spline])
optimizer = torch.optim.Adam(spline.parameters(), lr=5e-3)


@torch.compile
def loss_fn(batch):
    return -flow.log_prob(batch).mean()


for _ in range(2):
    optimizer.zero_grad()
    loss = loss_fn(torch.randn(32, 2))
    loss.backward()
    optimizer.step()
    flow.clear_cache()
