import torch
import lxt.explicit.functional as lf
from lxt.explicit.modules import LayerNormEpsilon, LinearEpsilon, SoftmaxDT
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = LayerNormEpsilon(dim)
        self.q, self.k, self.v, self.out = (LinearEpsilon(dim, dim) for _ in range(4))
        self.softmax = SoftmaxDT(dim=-1)

    def forward(self, x):
        h = self.norm(x)
        weights = self.softmax(lf.matmul(self.q(h), self.k(h).transpose(-1, -2)))
        return lf.add2(x, self.out(lf.matmul(weights, self.v(h))))


model = torch.compile(Attention(16))
x = torch.randn(2, 5, 16, requires_grad=True)
y = model(x)
y[:, -1, 3].sum().backward()
relevance = (x * x.grad).sum(-1)
print(relevance)
