import torch
from torch import nn
from monotonenorm import GroupSort, SigmaNet, direct_norm

robust = nn.Sequential(direct_norm(nn.Linear(2, 16), kind="one-inf"), GroupSort(8), direct_norm(nn.Linear(16, 16), kind="inf"), GroupSort(8),
                       direct_norm(nn.Linear(16, 1), kind="inf"))
model = SigmaNet(robust, sigma=1.0, monotone_constraints=[1, 0])
compiled = torch.compile(model)
out = compiled(torch.randn(10, 2))
out.sum().backward()
print(out.shape)
