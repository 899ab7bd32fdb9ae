import torch
from torch import nn
from zennit.attribution import SmoothGrad
from zennit.composites import EpsilonPlus

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
with SmoothGrad(noise_level=0.1, n_iter=3, model=model) as attributor:
    attribute = torch.compile(lambda x: attributor(x, torch.eye(3)[[1]]))
    attribute(torch.randn(1, 6))
