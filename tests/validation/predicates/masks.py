"""Selected elements, reduced and written back; whole numbers, so that sums are exact in any order."""

import torch


def f(x, mask):
    y = x * 2
    kept = y[mask]
    total = kept.sum() / kept.numel() + torch.masked_select(x, mask).mean()
    some = y[mask].any()
    y[mask] *= 0.5
    rows, columns = torch.where(x > 0)
    return y + total, some, x[rows, columns].sum()


def build():
    torch.compile(f)(torch.arange(6.0).reshape(2, 3), torch.tensor([[True, False, True], [True, True, False]]))
    return f


CALLS = [
    (torch.arange(6.0).reshape(2, 3), torch.tensor([[True, False, True], [True, True, False]])),
    (-torch.arange(6.0).reshape(2, 3), torch.tensor([[False, False, True], [False, False, False]])),
    (torch.arange(6.0).reshape(2, 3), torch.ones(2, 3, dtype=torch.bool)),
]
