import torch
from torch import nn
from pyprob.nn import EmbeddingCNN2D5C, EmbeddingFeedForward

net = EmbeddingFeedForward(torch.Size([6]), torch.Size([8]), num_layers=2)
print(torch.compile(net)(torch.randn(4, 6)).shape)
cnn = EmbeddingCNN2D5C(torch.Size([1, 32, 32]), torch.Size([8]))
print(torch.compile(cnn)(torch.randn(2, 1, 32, 32)).shape)
