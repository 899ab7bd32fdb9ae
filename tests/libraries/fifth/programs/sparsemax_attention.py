import torch
from sparsemax import Sparsemax
from torch import nn


class SparseAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.sparsemax = Sparsemax(dim=-1)

    def forward(self, x, mask=None):
        scores = self.q(x) @ self.k(x).transpose(1, 2) / x.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[:, None, :], -1e4)
        return self.sparsemax(scores) @ self.v(x)


attention = torch.compile(SparseAttention(16))
mask = torch.ones(2, 5, dtype=torch.bool)
mask[1, 3:] = False
print(attention(torch.randn(2, 5, 16), mask).shape)
