import torch
from torch import nn
from ezflow.decoder import ConvGRU
from ezflow.modules import BasicBlock, BottleneckBlock
from ezflow.similarity import CorrelationLayer

encoder = nn.Sequential(BasicBlock(3, 16, stride=2), BottleneckBlock(16, 32, stride=2))
correlation, update = CorrelationLayer(pad_size=2, max_displacement=2), ConvGRU(hidden_dim=16, input_dim=25)


@torch.compile
def match(a, b):
    fa, fb = encoder(a), encoder(b)
    cost = correlation(fa, fb)
    return update(torch.tanh(fa[:, :16]), cost)


print(match(torch.randn(1, 3, 32, 32), torch.randn(1, 3, 32, 32)).shape)
