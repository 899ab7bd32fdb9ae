"""A branch that keeps one of two tensors as a buffer, as rotary embeddings do for long inputs."""

import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, limit: int = 16):
        super().__init__()
        self.limit = limit
        self.register_buffer("freq", torch.ones(4), persistent=False)
        self.short = self.freq

    def make(self, length):
        return torch.arange(4) / length, 1.0

    def forward(self, x, position):
        length = position.max() + 1
        if length > self.limit:
            if not hasattr(self, "long"):
                self.long, _ = self.make(self.limit + 1)
            self.register_buffer("freq", self.long, persistent=False)
        else:
            self.short = self.short.to(x.device)
            self.register_buffer("freq", self.short, persistent=False)
        return x * self.freq


def build():
    model = Rotary()
    torch.compile(model)(torch.ones(4), torch.arange(8))
    return model


CALLS = [
    (torch.ones(4), torch.arange(8)),
    (torch.ones(4), torch.arange(24)),
    (torch.ones(4), torch.arange(8)),
]
