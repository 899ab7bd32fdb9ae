import torch
from torchimize.functions import lsq_gna_parallel, lsq_lma

t = torch.linspace(0, 2, 20)
data = 2.0 * torch.exp(-1.3 * t)


def residual(p):
    return data - p[0] * torch.exp(-p[1] * t)


@torch.compile
def fit(p):
    return lsq_lma(p, residual, max_iter=5)


print(fit(torch.tensor([1.0, 1.0]))[-1])


def costs(p, t, data):
    return (data - p[:, :1] * torch.exp(-p[:, 1:] * t)).unsqueeze(1)


fit_all = torch.compile(lsq_gna_parallel)
out = fit_all(torch.ones(3, 2), costs, args=(t, data.expand(3, -1)), wvec=torch.ones(1), max_iter=3)
print(len(out))
