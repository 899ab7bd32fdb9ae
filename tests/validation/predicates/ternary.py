import torch


def f(x):
    y = x * 2
    y = y + 1 if x.sum() > 0 else y - 1
    return torch.relu(y) if (y > 3).any() else y


torch.compile(f)


def build():
    return f


CALLS = [(torch.full((3,), v),) for v in (1.0, -1.0, 2.0, -0.1)]
