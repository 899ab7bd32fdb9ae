import torch
from flow_matching.path import AffineProbPath
from flow_matching.path.scheduler import CondOTScheduler
from torch import nn

path = AffineProbPath(scheduler=CondOTScheduler())
net = nn.Sequential(nn.Linear(3, 32), nn.ELU(), nn.Linear(32, 2))


@torch.compile
def loss(x0, x1, t):
    sample = path.sample(t=t, x_0=x0, x_1=x1)
    return (net(torch.cat([sample.x_t, sample.t[:, None]], -1)) - sample.dx_t).square().mean()


loss(torch.randn(8, 2), torch.randn(8, 2), torch.rand(8)).backward()
