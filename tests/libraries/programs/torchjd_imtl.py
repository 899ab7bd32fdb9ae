import torch
from torch import nn
from torchjd.aggregation import AlignedMTL, IMTLG, PCGrad

shared = nn.Linear(6, 4)
heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 1)])
pcgrad, imtl = PCGrad(), IMTLG()


@torch.compile
def surgery(grads):
    return pcgrad(grads), imtl(grads), AlignedMTL()(grads)


features = shared(torch.randn(5, 6))
grads = torch.stack([torch.autograd.grad(h(features).mean(), shared.weight, retain_graph=True)[0].flatten() for h in heads])
surgery(grads)
