import torch


def f(x, y):
    a, b = x * 2, y * 3
    if x.sum() > y.sum():
        scale = 0.25
        a = (a + b) * scale
        b = a - b
    else:
        b = b + a
    return a + b


torch.compile(f)


def build():
    return f


CALLS = [(torch.full((2,), a), torch.full((2,), 0.3)) for a in (1.0, -1.0, 1.0)]
