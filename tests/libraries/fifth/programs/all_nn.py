import torch
from all import nn

net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.CategoricalDueling(nn.NoisyFactorizedLinear(12, 5), nn.NoisyLinear(12, 15)))
compiled = torch.compile(net)
compiled(torch.randn(4, 6)).sum().backward()
loss = torch.compile(nn.weighted_smooth_l1_loss)
print(loss(torch.randn(5), torch.randn(5), torch.rand(5)))
