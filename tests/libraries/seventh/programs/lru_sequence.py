import torch
from LRU_pytorch import LRU
from torch import nn


class SequenceModel(nn.Module):
    def __init__(self, features=4, state=8, layers=2):
        super().__init__()
        self.lrus = nn.ModuleList(LRU(features, features, state, rmin=0.5, rmax=0.99) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(features) for _ in range(layers))

    def forward(self, x):
        for lru, norm in zip(self.lrus, self.norms):
            x = x + torch.nn.functional.gelu(lru(norm(x)))
        return x.mean(dim=1)


model = torch.compile(SequenceModel())
out = model(torch.randn(3, 16, 4))
out.sum().backward()
print(out)
