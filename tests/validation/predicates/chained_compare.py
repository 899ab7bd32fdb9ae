import torch


def f(x):
    s = x.sum()
    y = x * 2
    if -1 < s <= 5:
        y = y + 1
    if 0 in x:
        y = y * 3
    return y


torch.compile(f)


def build():
    return f


CALLS = [(torch.full((3,), v),) for v in (1.0, 3.0, 0.0, 1.0)]
