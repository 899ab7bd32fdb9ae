import torch
from survival_distributions import LogLogistic


@torch.compile
def hazard(loc, scale, time):
    dist = LogLogistic(loc, scale)
    return dist.log_hazard(time), dist.sf(time)


hazard(torch.zeros(5), torch.ones(5), torch.rand(5) + 0.5)
