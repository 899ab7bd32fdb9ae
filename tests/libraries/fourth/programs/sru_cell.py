import torch
from sru import SRUCell

cell = torch.compile(SRUCell(6, 6))
h, c = cell(torch.randn(5, 2, 6))
print(h.shape, c.shape)
