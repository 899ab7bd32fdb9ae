import sinabs.layers as sl
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), sl.LIF(tau_mem=20.0), nn.Linear(16, 2), sl.ExpLeak(tau_mem=10.0))
compiled = torch.compile(model)
compiled(torch.rand(2, 5, 8)).sum().backward()
