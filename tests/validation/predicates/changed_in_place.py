"""Numbers that are read before the tensor is changed in place."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros((), dtype=torch.long))
        self.register_buffer("peak", torch.ones(1))

    def forward(self, x: torch.FloatTensor):
        n = self.count.item()
        self.count += 1
        total = x.sum()
        t = total.item()
        p = float(self.peak)
        total = total.mul(0)
        self.peak.mul_(0.5)
        if n > 1:
            x = x * 2
        if t > 2 and p > 0.3:
            x = x + 1
        return x * total


def build():
    model = Model()
    torch.compile(model)
    return model


CALLS = [(torch.full((3,), v),) for v in (1.0, 2.0, -1.0, 3.0)]
