import torch
from torch import nn
import torch_activation as ta

model = nn.Sequential(nn.Linear(8, 16), ta.ABU(), nn.Linear(16, 16), ta.SLAF(k=4), nn.Linear(16, 16), ta.ACONB(), nn.Linear(16, 16), ta.PELU(), nn.Linear(16, 2))
compiled = torch.compile(model)
loss = nn.functional.cross_entropy(compiled(torch.randn(4, 8)), torch.tensor([0, 1, 0, 1]))
loss.backward()
print(loss.item())
