import torch
from lxt.explicit.rules import EpsilonRule, IdentityRule, UniformRule
from torch import nn


class Product(nn.Module):
    def forward(self, a, b):
        return a * b


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.gate = EpsilonRule(nn.Linear(8, 8)), EpsilonRule(nn.Linear(8, 8))
        self.act, self.product = IdentityRule(nn.SiLU()), UniformRule(Product())

    def forward(self, x):
        return self.product(self.up(x), self.act(self.gate(x)))


compiled = torch.compile(Gate())
x = torch.randn(3, 8, requires_grad=True)
compiled(x).sum().backward()
print(x.grad.shape)
