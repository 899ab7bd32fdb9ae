import torch
from torch_kf import GaussianState
from torch_kf.ckf import constant_kalman_filter

kf = constant_kalman_filter(1.0, 0.5, dim=2, order=1)
state = GaussianState(torch.zeros(4, 4, 1), torch.eye(4).expand(4, 4, 4).clone())


@torch.compile
def smooth(measures):
    states = kf.filter(state, measures, return_all=True)
    return kf.rts_smooth(states).mean


print(smooth(torch.randn(6, 4, 2, 1)).shape)
