import torch
from torch import nn
from tgp.poolers import get_pooler

pool = get_pooler("mincut", in_channels=8, k=3)


@torch.compile
def pooled(x, adj):
    out = pool(x=x, adj=adj)
    return out.x, sum(out.loss.values())


adj = (torch.rand(1, 10, 10) > 0.6).float()
x, loss = pooled(torch.randn(1, 10, 8), (adj + adj.mT).clamp(max=1))
loss.backward()
print(x.shape, loss.item())
