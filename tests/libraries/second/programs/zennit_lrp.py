import torch
from torch import nn
from zennit.attribution import Gradient
from zennit.composites import EpsilonGammaBox

model = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.AvgPool2d(4), nn.Flatten(), nn.Linear(64, 3)).eval()
composite = EpsilonGammaBox(low=-3.0, high=3.0)
compiled = torch.compile(model)
with composite.context(model):
    x = torch.randn(1, 3, 16, 16, requires_grad=True)
    output = compiled(x)
    torch.autograd.grad(output, x, torch.eye(3)[[0]])
