import torch
from flowcon import distributions, flows, transforms

transform = transforms.MaskedPiecewiseRationalQuadraticAutoregressiveTransform(features=3, hidden_features=8, num_bins=4, tails="linear", tail_bound=3.0)
flow = flows.Flow(transform, distributions.StandardNormal(shape=[3]))
optimizer = torch.optim.Adam(flow.parameters())


@torch.compile
def step(x):
    optimizer.zero_grad()
    loss = -flow.log_prob(x).mean()
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(8, 3)).item())
