import torch
from glasflow import CouplingNSF, RealNVP

for flow in (RealNVP(n_inputs=2, n_transforms=2, n_neurons=16), CouplingNSF(n_inputs=2, n_transforms=2, n_neurons=16, num_bins=4)):
    log_prob = torch.compile(flow.log_prob)
    (-log_prob(torch.randn(8, 2)).mean()).backward()
