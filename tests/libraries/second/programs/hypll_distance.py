import torch
from hypll.manifolds.poincare_ball import Curvature, PoincareBall
from hypll.tensors import ManifoldTensor, TangentTensor

manifold = PoincareBall(c=Curvature(value=0.1))


@torch.compile
def distance(x, y):
    a = manifold.expmap(TangentTensor(data=x, man_dim=1, manifold=manifold))
    b = manifold.expmap(TangentTensor(data=y, man_dim=1, manifold=manifold))
    return manifold.dist(a, b).mean()


x = torch.randn(3, 4, requires_grad=True)
distance(x, torch.randn(3, 4)).backward()
