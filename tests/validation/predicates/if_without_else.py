import torch
import torch.nn as nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def forward(self, x):
        h = self.proj(x)
        if h.mean() > 0:
            h = torch.relu(h)
        return h * 2


def build():
    return Gate()


CALLS = [(torch.full((2, 4), v),) for v in (3.0, -3.0, 3.0, -0.5)]
