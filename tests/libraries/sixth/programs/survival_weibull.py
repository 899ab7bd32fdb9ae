import torch
from survival_distributions import Weibull
from torch import nn

net = nn.Linear(4, 2)


@torch.compile
def nll(x, time, event):
    log_rate, log_concentration = net(x).unbind(-1)
    dist = Weibull(rate=log_rate.exp(), concentration=log_concentration.exp())
    return -torch.where(event, dist.log_prob(time), dist.logsf(time)).mean()


nll(torch.randn(10, 4), torch.rand(10) + 0.1, torch.rand(10) > 0.3).backward()
