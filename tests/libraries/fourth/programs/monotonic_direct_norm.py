import monotonicnetworks as lmn
import torch
from torch import nn

layer = lmn.direct_norm(nn.Linear(4, 4), kind="one", max_norm=1.0)
model = torch.compile(nn.Sequential(layer, lmn.GroupSort(2)))
print(model(torch.randn(6, 4)).shape)
