import torch
from torchcurves.functional import arctan, bspline_curves, legendre_curves

points = torch.randn(3, 8, 2, requires_grad=True)
coefficients = torch.randn(5, 3, 2, requires_grad=True)


@torch.compile
def evaluate(u):
    u = arctan(u, scale=2.0)
    return bspline_curves(u, points, degree=3).sum() + legendre_curves(u, coefficients).sum()


out = evaluate(torch.randn(4, 3))
out.backward()
print(out.item())
