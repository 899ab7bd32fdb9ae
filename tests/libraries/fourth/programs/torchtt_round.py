import torch
import torchtt as tntt

x = tntt.random([4, 5, 6], [1, 2, 3, 1])


@torch.compile
def contract(x):
    y = (x + x).round(1e-10)
    return tntt.dot(y, x)


print(contract(x))
