import torch
from flowcon import distributions, flows, transforms

transform = transforms.CompositeTransform([transforms.MaskedAffineAutoregressiveTransform(features=2, hidden_features=8),
                                           transforms.RandomPermutation(features=2)])
flow = flows.Flow(transform=transform, distribution=distributions.StandardNormal(shape=[2]))
log_prob = torch.compile(flow.log_prob)
loss = -log_prob(torch.randn(16, 2)).mean()
loss.backward()
print(loss.item())
