import torch
from torch import nn
import torchcurves as tc

model = nn.Sequential(tc.BSplineCurve(num_curves=3, dim=5), tc.Sum(dim=-2), tc.LegendreCurve(num_curves=5, dim=2, degree=4), tc.Sum(dim=-2))
compiled = torch.compile(model)
out = compiled(torch.randn(6, 3))
out.pow(2).mean().backward()
print(out.shape)
