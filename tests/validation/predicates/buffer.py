import torch
import torch.nn as nn


class Tracker(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("peak", torch.zeros(()))

    def forward(self, x):
        top = x.detach().amax()
        if top > self.peak:
            self.peak = top
        return x * 2 + self.peak


def build():
    return Tracker()


CALLS = [(torch.full((3,), v),) for v in (1.0, 0.5, 2.0, 1.0)]
