"""Models that break the graph in five ways, all of which are mended; on_gpu.py runs them.

WIDTH is that of every layer: small in the tests, large enough on a GPU that kernels cost something.
"""

import logging
import os

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH = int(os.environ.get("ON_GPU_WIDTH", "32"))
logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)


class Logged(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(WIDTH, WIDTH)
        self.second = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        hidden = F.gelu(self.first(x))
        logger.info("hidden of shape %s", tuple(hidden.shape))
        return self.second(hidden)


class Printed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(3))

    def forward(self, x):
        for number, layer in enumerate(self.layers):
            x = F.relu(layer(x))
            print("layer", number)
        return x


class Guarded(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        y = self.layer(x)
        if torch.isnan(y).any():
            raise ValueError("a number is missing")
        return F.softmax(y, dim=-1)


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        y = self.layer(x)
        if y.sum() > 0:
            y = y + 1
        return F.silu(y)


class Shown(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        y = self.layer(x)
        logger.info("mean %.2f", y.mean().item())
        return torch.tanh(y)


ALL = (Logged, Printed, Guarded, Gated, Shown)


def make(device="cpu", batch=8):
    """[(name, module, input)], the same in each process."""
    made = []
    for cls in ALL:
        torch.manual_seed(0)
        model = cls().eval()
        x = torch.randn(batch, WIDTH)
        made.append((cls.__name__, model.to(device), x.to(device)))
    return made
