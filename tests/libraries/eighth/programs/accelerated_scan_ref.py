import torch
from accelerated_scan.ref import scan
from torch import nn


class Recurrence(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gates, self.values, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        gates = torch.sigmoid(self.gates(x)).mT.contiguous()
        values = self.values(x).mT.contiguous()
        return self.out(scan(gates, (1 - gates) * values).mT)


model = Recurrence(8)
compiled = torch.compile(model)
x = torch.randn(2, 32, 8)
compiled(x).sum().backward()
print(compiled(x).shape)
