import geoopt
import torch

manifold = geoopt.Lorentz()


@torch.compile
def mean_distance(tangent, anchor):
    points = manifold.expmap0(manifold.proju(manifold.origin(*tangent.shape), tangent))
    return manifold.dist(points, anchor).mean()


anchor = manifold.origin(6, 4)
mean_distance(torch.randn(6, 4) * 0.1, anchor)
