import rff
import torch
from torch import nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoding = rff.layers.GaussianEncoding(sigma=10.0, input_size=2, encoded_size=16)
        self.position = rff.layers.PositionalEncoding(sigma=1.0, m=4)
        self.head = nn.Linear(32 + 16, 3)

    def forward(self, coords):
        return self.head(torch.cat([self.encoding(coords), self.position(coords)], dim=-1))


field = torch.compile(Field())
field(torch.rand(10, 2)).sum().backward()
