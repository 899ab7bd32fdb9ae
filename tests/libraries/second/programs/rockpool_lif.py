import torch
from rockpool.nn.combinators import Sequential
from rockpool.nn.modules import LIFTorch, LinearTorch

net = Sequential(LinearTorch((4, 8)), LIFTorch(8), LinearTorch((8, 2)), LIFTorch(2))
compiled = torch.compile(net)
output, state, recordings = compiled((torch.rand(2, 6, 4) > 0.5).float())
output.sum().backward()
