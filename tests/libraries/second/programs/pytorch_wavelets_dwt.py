import torch
from pytorch_wavelets import DWTForward, DWTInverse

forward, inverse = DWTForward(J=2, wave="db2", mode="zero"), DWTInverse(wave="db2", mode="zero")


@torch.compile
def shrink(x):
    low, high = forward(x)
    return inverse((low, [torch.nn.functional.softshrink(h, 0.1) for h in high]))


x = torch.randn(1, 1, 16, 16, requires_grad=True)
shrink(x).sum().backward()
