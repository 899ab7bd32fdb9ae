import torch


def f(x, y):
    if (x > 0).all() and not (y > 0).any():
        return x + 1, y
    return x, y * 2


torch.compile(f)


def build():
    return f


CALLS = [(torch.full((2,), a), torch.full((2,), b)) for a in (1.0, -1.0) for b in (1.0, -1.0)] * 2
