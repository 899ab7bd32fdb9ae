import torch


def f(x, n=3):
    y = x * 2
    if torch.isnan(y).any() or (y < -100).any():
        raise ValueError("no such number")
    if n > 2 and y.sum() != 12:
        raise RuntimeError(f"bad sum of {n}")
    assert not torch.isinf(y).any(), "inf"
    return y + 1


torch.compile(f)


def build():
    return f


CALLS = [(torch.full((3,), 2.0),), (torch.tensor([1.0, 2.0, 3.0]),)]
FAILS = [(torch.full((3,), -200.0),), (torch.full((3,), float("nan")),), (torch.full((3,), 3.0),)]
