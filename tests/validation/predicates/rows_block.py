"""Rows that a mask selects, computed in a block of another function and written back."""

import torch
import torch.nn as nn


class Patches(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x, rows=None):
        y = x * 2
        if len(rows) > 0:
            part = x[rows, 1:].sum(-1, keepdim=True)
            y[rows] = y[rows] * self.scale + part
        return y


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = Patches()

    def forward(self, x, longer):
        rows = None
        if longer is not None:
            rows = torch.where(longer == 1)[0]
        return self.patches(x, rows)


def build():
    model = Encoder()
    torch.compile(model)(torch.ones(3, 4), torch.ones(3, 1))
    return model


CALLS = [
    (torch.arange(12.0).reshape(3, 4), torch.tensor([[1], [0], [1]])),
    (torch.arange(12.0).reshape(3, 4), torch.tensor([[0], [0], [0]])),
    (torch.arange(12.0).reshape(3, 4), torch.tensor([[1], [1], [1]])),
]
