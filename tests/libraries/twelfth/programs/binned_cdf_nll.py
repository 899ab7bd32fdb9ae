import torch
from torch import nn
from binned_cdf import PiecewiseLinearBinnedCDF

net = nn.Linear(4, 50)


@torch.compile
def nll(x, y):
    distr = PiecewiseLinearBinnedCDF(logits=net(x), bound_low=-5, bound_up=7, log_spacing=False, normalization_method="softmax")
    return -distr.log_prob(y).mean()


loss = nll(torch.randn(16, 4), torch.randn(16))
loss.backward()
print(loss.item())
