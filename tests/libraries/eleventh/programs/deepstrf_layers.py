import torch
from torch import nn
from deepSTRF.models.layers import CausalSTRFConv, LearnableExponentialDecay, ParametricSTRF, SeparableSTRF

parametric = CausalSTRFConv(12, 7, 1, 4, kernel=ParametricSTRF(12, 7, 1, 4, num_gaussians=2))
compiled = torch.compile(parametric)
out = compiled(torch.randn(2, 1, 12, 25))
out.pow(2).mean().backward()
decay = torch.compile(LearnableExponentialDecay(4, 5))
print(out.shape, decay(torch.randn(2, 4, 25)).shape)
