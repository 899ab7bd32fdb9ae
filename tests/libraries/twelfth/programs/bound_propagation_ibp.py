import torch
from torch import nn
from bound_propagation import BoundModelFactory, HyperRectangle

net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))
net = BoundModelFactory().build(net)


@torch.compile
def width(x):
    bounds = net.ibp(HyperRectangle.from_eps(x, 0.1))
    return (bounds.upper - bounds.lower).mean()


loss = width(torch.rand(8, 6))
loss.backward()
print(loss.item())
