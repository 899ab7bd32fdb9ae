import torch
from sbi.neural_nets.net_builders import build_nsf

theta, x = torch.rand(40, 2), torch.rand(40, 3)
estimator = build_nsf(theta, x, hidden_features=8, num_transforms=2, num_bins=4)
sample = torch.compile(lambda condition: estimator.sample((5,), condition=condition))
with torch.no_grad():
    sample(x[:2])
