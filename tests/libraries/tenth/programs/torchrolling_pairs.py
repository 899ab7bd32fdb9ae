import torch
from torchrolling import rolling


@torch.compile
def bands(price, volume):
    r = rolling(price, 4, dim=0)
    return r.mean() + 2 * r.std(), r.max(), r.corr(volume)


print([b.shape for b in bands(torch.rand(20), torch.rand(20))])
