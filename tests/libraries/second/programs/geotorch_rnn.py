import geotorch
import torch
from torch import nn


class ExpRNNCell(nn.Module):
    def __init__(self, size, hidden):
        super().__init__()
        self.recurrent, self.input = nn.Linear(hidden, hidden, bias=False), nn.Linear(size, hidden)
        geotorch.orthogonal(self.recurrent, "weight")

    def forward(self, x, hidden):
        return torch.tanh(self.input(x) + self.recurrent(hidden))


cell = ExpRNNCell(3, 8)
compiled = torch.compile(cell)
hidden = torch.zeros(2, 8)
for _ in range(2):
    hidden = compiled(torch.randn(2, 3), hidden)
hidden.sum().backward()
