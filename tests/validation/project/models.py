"""What validate_test.py runs: small models whose breaks are known."""

import logging
import warnings

import torch

logger = logging.getLogger(__name__)


def scale(x):
    if x.sum() > 0:
        x = x * 2
    return x


class Noisy(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        logger.warning("shape %s", tuple(x.shape))
        x = scale(self.linear(x))
        if x.shape[0] > 100:
            print("large")
        return {"out": x}


class Whole(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x, scale=1.0):
        return torch.relu(self.linear(x)) * scale


def make_whole():
    """A factory: callable, args, kwargs."""
    return Whole(), (torch.randn(2, 4),), {"scale": 0.5}


def make_inputs():
    return [(torch.randn(2, 4),), (torch.randn(2, 4),)]


def dropping(x):
    return torch.nn.functional.dropout(x, 0.5) * torch.rand(4)


def warn_in_loop(x):
    for _ in range(2):
        warnings.warn("in a loop")
        x = x + 1
    return x
