import torch
from xitorch.optimize import rootfinder

weight = torch.randn(3, 3, requires_grad=True)


def residual(y, weight, bias):
    return torch.tanh(weight @ y + bias) + y / 2.0


@torch.compile
def solve(weight, bias, y0):
    return rootfinder(residual, y0, params=(weight, bias), method="linearmixing", maxiter=10, alpha=-0.5)


solve(weight, torch.zeros(3, 1), torch.zeros(3, 1))
