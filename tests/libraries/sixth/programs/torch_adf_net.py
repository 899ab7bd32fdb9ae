import torch
from torchadf.nn import Linear, ReLU, Sequential

net = torch.compile(Sequential(Linear(6, 12, mode="diag"), ReLU(mode="diag"), Linear(12, 2, mode="diag")))
mean, variance = net(torch.randn(4, 6), torch.rand(4, 6))
(mean.mean() + variance.mean()).backward()
