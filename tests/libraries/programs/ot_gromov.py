import ot
import torch


@torch.compile
def gromov(a, b):
    p, q = torch.ones(len(a)) / len(a), torch.ones(len(b)) / len(b)
    return ot.gromov.gromov_wasserstein2(ot.dist(a, a), ot.dist(b, b), p, q, max_iter=5)


points = torch.randn(6, 2, requires_grad=True)
gromov(points, torch.randn(6, 2))
