import ot
import torch

x = torch.randn(12, 2, requires_grad=True)
y = torch.randn(15, 2)
a, b = torch.ones(12) / 12, torch.ones(15) / 15


@torch.compile
def sinkhorn_loss(x, y):
    cost = ot.dist(x, y)
    return ot.sinkhorn2(a, b, cost, reg=1.0, numItermax=20)


loss = sinkhorn_loss(x, y)
loss.backward()
