import torch
from torch_hyperbolic.manifolds import Hyperboloid, PoincareBall

ball, sheet = PoincareBall(), Hyperboloid()


@torch.compile
def distances(u, v):
    c = torch.tensor([1.0])
    x, y = ball.proj(ball.expmap0(u, c), c), ball.proj(ball.expmap0(v, c), c)
    moved = ball.mobius_add(x, y, c)
    return ball.sqdist(x, y, c), ball.logmap0(moved, c)


d, log = distances(torch.randn(5, 4, requires_grad=True), torch.randn(5, 4))
d.sum().backward()
print(d.shape, log.shape)
