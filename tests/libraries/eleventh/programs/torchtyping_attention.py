import torch
from torch import nn
from torchtyping import TensorType


class Attention(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x: TensorType["batch", "length", "dim"]) -> TensorType["batch", "length", "length"]:
        return (self.q(x) @ self.k(x).mT).softmax(-1)


class Pool(nn.Module):
    def forward(self, weights: TensorType[..., "length", "length"], x: TensorType["batch", "length", "dim"]) -> TensorType["batch", "dim"]:
        return (weights @ x).mean(1)


attention, pool = Attention(), Pool()


@torch.compile
def loss(x: TensorType["batch", "length", "dim"]):
    return pool(attention(x), x).square().sum()


value = loss(torch.randn(2, 5, 8))
value.backward()
print(value.item())
