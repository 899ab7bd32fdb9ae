"""One module or another."""

import torch
import torch.nn as nn


class Adaptive(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(1)
        self.small = nn.Linear(4, 4)
        self.big = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))

    def forward(self, x):
        if x.sum() > 0:
            y = self.big(x)
        else:
            y = self.small(x)
        return y * 2


def build():
    model = Adaptive()
    torch.compile(model)(torch.ones(2, 4))
    return model


CALLS = [(torch.ones(2, 4),), (-torch.ones(2, 4),), (torch.ones(2, 4),)]
