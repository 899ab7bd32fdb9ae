import torch
import torch.nn as nn


class Halting(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        h = self.a(x)
        if (h.abs() < 1).all():
            return h
        h = self.b(h)
        return torch.tanh(h)


def build():
    return Halting()


CALLS = [(torch.full((2, 4), v),) for v in (0.01, 9.0, 0.01)]
