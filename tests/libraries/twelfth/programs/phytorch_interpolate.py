import torch
from phytorch.interpolate import Linear1dInterpolator

x = torch.linspace(0, 1, 10)
interpolator = Linear1dInterpolator(x, torch.sin(x))


@torch.compile
def evaluate(q):
    return interpolator(q)


print(evaluate(torch.rand(5)))
