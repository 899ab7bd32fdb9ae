import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, layerdrop=0.0):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.layerdrop = layerdrop

    def forward(self, x):
        for layer in self.layers:
            p = torch.rand([])
            if p < self.layerdrop:
                continue
            x = torch.relu(layer(x)) + torch.rand(4)
            q = torch.rand([])
            skip = self.training and q < self.layerdrop
            if not skip or x is None:
                x = x + torch.rand(4)
            if skip:
                x = x * 2
        return x


def build():
    return Encoder()


CALLS = [(torch.full((2, 4), v),) for v in (1.0, -1.0)]
