"""any() and all() over tensors."""

import torch


def f(x, y):
    z = x + y
    if any(row.max() > 2 for row in (x, y)):
        z = z.clamp(max=2)
    if all(row.min() > 0 for row in (x, y)):
        z = z * 3
    return z


def build():
    torch.compile(f)(torch.ones(3), torch.ones(3))
    return f


CALLS = [
    (torch.ones(3), torch.ones(3)),
    (torch.tensor([1.0, 5.0]), torch.ones(2)),
    (torch.tensor([-1.0, 5.0]), torch.ones(2)),
    (torch.ones(3), torch.ones(3)),
]
