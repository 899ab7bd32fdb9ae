import torch
from torchani import AEVComputer

aev = AEVComputer.like_2x()
compiled = torch.compile(aev)
out = compiled(torch.tensor([[0, 1, 0, 0, 3]]), torch.randn(1, 5, 3))
print(out.shape)
