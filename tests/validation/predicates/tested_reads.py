"""Numbers and bools that are read from tensors and that only tests ask for."""

import math

import torch


def f(x, y, flag):
    z = x + y
    if x.sum().item() > 3:
        z = z * 2
    peak = x.abs().max().item()
    if peak > 0.1:
        z = z + 1
    elif peak > 0.05:
        z = z - 1
    low = bool((x < 0).any())
    z = z.clamp(min=0) if low else z * 3
    if flag and y.max().item() >= x.max().item():
        z = z - x
    norm = float(x.norm())
    if norm > 2.0:
        z = z / norm
    if math.isnan(y.sum().item()) or (x.mean().item() + 1) / 2 > 0.3:
        z = torch.relu(z)
    if int(x.sum()) == 2 and not (y > 0).all().item():
        z = z + y
    if abs(y.min().item()) < 0.25:
        return z * 0.5
    return z


class Guarded(torch.nn.Module):
    def forward(self, x, y, flag):
        assert (x == x).all().item(), "nan"
        wrong = (y > 100).sum().item() != 0
        if wrong:
            raise ValueError("too large")
        if (x > 100).any().item():
            raise IndexError("too large")
        return f(x, y, flag)


def build():
    model = Guarded()
    torch.compile(model)(torch.ones(3), torch.ones(3), True)
    return model


CALLS = [
    (torch.tensor([1.0, 2.0, 3.0]), torch.ones(3), True),
    (torch.tensor([0.1, 0.1, 0.1]), torch.tensor([0.2, 0.5, 1.0]), True),
    (torch.tensor([0.1, -0.05, 0.0]), torch.tensor([-0.2, 0.5, 1.0]), False),
    (torch.tensor([0.06, -0.01, 0.0]), torch.tensor([-0.2, 0.5, 1.0]), False),
    (torch.tensor([1.5, 0.5, 0.2]), torch.tensor([float("nan"), 0.5, 1.0]), True),
    (torch.tensor([1.5, 0.5, 0.2]), torch.tensor([-0.2, 0.5, 1.0]), False),
    (torch.tensor([1.0, 2.0, 3.0]), torch.ones(3), True),
]
FAILS = [
    (torch.ones(3), torch.full((3,), 200.0), True),
    (torch.full((3,), 200.0), torch.ones(3), True),
    (torch.tensor([float("nan")]), torch.ones(1), True),
]
