"""Shapes, indices and results of unknown size."""
import numpy as np
import torch


def indices(x, k):
    rows = torch.nonzero(x.sum(-1) > 0).squeeze(-1)
    if rows.numel() == 0:
        return x.new_zeros(0)
    best = x[rows].topk(min(k, int(rows.shape[0]))).indices
    x[best[0]] = 0
    mask = x > x.mean()
    x[mask] *= -1
    return torch.where(mask)[0], np.asarray(x.detach()), torch.unique(x), x.repeat_interleave(rows)


indices = torch.compile(indices, dynamic=True)
