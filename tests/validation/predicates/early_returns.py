import torch


def f(a, b):
    a = a * 1
    if torch.equal(a, b):
        return a
    if torch.allclose(a, b, atol=1e-3):
        return a + 1
    return a + 2


torch.compile(f)


def build():
    return f


CALLS = [(torch.ones(3), torch.ones(3) + d) for d in (0.0, 1e-4, 1.0, 0.0)]
