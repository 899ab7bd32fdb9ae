import torch
from enflows import distributions, flows, transforms

transform = transforms.CompositeTransform([transforms.MaskedAffineAutoregressiveTransform(features=2, hidden_features=8),
                                           transforms.RandomPermutation(features=2),
                                           transforms.MaskedPiecewiseRationalQuadraticAutoregressiveTransform(features=2, hidden_features=8, num_bins=4, tails="linear", tail_bound=3.0)])
flow = flows.Flow(transform=transform, distribution=distributions.StandardNormal(shape=[2]))
log_prob = torch.compile(flow.log_prob)
loss = -log_prob(torch.randn(16, 2)).mean()
loss.backward()
sample = torch.compile(flow.sample)
print(loss.item(), sample(4).shape)
