import torch
from baal.bayesian.consistent_dropout import MCConsistentDropoutModule
from baal.bayesian.weight_drop import MCDropoutConnectModule
from torch import nn

net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
model = torch.compile(MCDropoutConnectModule(net, layers=["Linear"], weight_dropout=0.5))
print(model(torch.randn(4, 8)))

conv = nn.Sequential(nn.Conv2d(1, 4, 3), nn.Dropout2d(0.3), nn.Flatten(), nn.Dropout(0.3), nn.Linear(4 * 36, 2))
consistent = MCConsistentDropoutModule(conv)
consistent.eval()
print(torch.compile(consistent)(torch.randn(2, 1, 8, 8)))
