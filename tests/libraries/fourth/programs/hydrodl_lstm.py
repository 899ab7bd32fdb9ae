import torch
from hydroDL.model.rnn import CpuLstmModel

model = torch.compile(CpuLstmModel(nx=5, ny=1, hiddenSize=8))
x = torch.randn(10, 3, 5)
model(x).mean().backward()
