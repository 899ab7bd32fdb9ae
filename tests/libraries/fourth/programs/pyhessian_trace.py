import torch
from pyhessian import hessian
from torch import nn

model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2))
h = hessian(model, nn.CrossEntropyLoss(), data=(torch.randn(8, 4), torch.randint(0, 2, (8,))), cuda=False)
trace = torch.compile(h.trace)
print(len(trace(maxIter=3)))
