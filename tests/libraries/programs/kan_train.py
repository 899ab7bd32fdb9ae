import torch
from kan.spline import coef2curve, curve2coef

grid = torch.linspace(-1.5, 1.5, 10).expand(2, 10)


@torch.compile
def refit(x, y):
    coef = curve2coef(x, y, grid, k=3)
    return coef2curve(x, grid, coef, k=3)


refit(torch.rand(20, 2) * 2 - 1, torch.randn(20, 2, 3))
