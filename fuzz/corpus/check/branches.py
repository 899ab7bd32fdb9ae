import torch
import warnings
from torch import nn


class Gate(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(2)])
        self.seen = 0

    def forward(self, x, mask=None):
        self.seen += 1
        if mask is not None and (mask > 0).any():
            x = x.masked_fill(mask, 0.0)
        elif x.sum() > 0:
            warnings.warn("positive")
        for layer in self.layers:
            x = layer(x)
        if torch.isnan(x).any():
            raise ValueError("the gate produced NaN")
        return x[x > 0], x.max().item()
