import torch
from torch import nn
from bound_propagation import BoundModelFactory, HyperRectangle

net = BoundModelFactory().build(nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)))


@torch.compile
def certify(x, eps):
    bounds = net.crown(HyperRectangle.from_eps(x, eps)).concretize()
    return bounds.lower, bounds.upper


lower, upper = certify(torch.rand(4, 6), 0.1)
print(lower.shape, (upper >= lower).all())
