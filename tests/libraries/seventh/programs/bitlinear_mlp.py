import torch
from bitlinear_pytorch import BitLinear
from torch import nn


class TinyMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.LayerNorm(20), BitLinear(20, 16), nn.ReLU(), nn.LayerNorm(16), BitLinear(16, 4))

    def forward(self, x):
        return self.layers(x)


model = TinyMLP()
compiled = torch.compile(model)
nn.functional.cross_entropy(compiled(torch.randn(8, 20)), torch.randint(0, 4, (8,))).backward()
print(model.layers[1].weight.grad.norm())
