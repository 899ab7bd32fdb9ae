import geoopt
import torch

weight = geoopt.ManifoldParameter(torch.linalg.qr(torch.randn(6, 4))[0], manifold=geoopt.Stiefel())
optimizer = geoopt.optim.RiemannianSGD([weight], lr=1e-2, momentum=0.9)
target = torch.randn(6, 4)


@torch.compile
def step():
    optimizer.zero_grad()
    loss = (weight - target).pow(2).sum()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    step()
