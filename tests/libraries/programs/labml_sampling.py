import torch
from labml_nn.graphs.gat import GraphAttentionLayer
from labml_nn.lstm import LSTM
from labml_nn.sampling.nucleus import NucleusSampler
from labml_nn.sampling.temperature import TemperatureSampler

lstm, gat = LSTM(8, 16, 1), GraphAttentionLayer(16, 8, n_heads=2)
sampler = NucleusSampler(0.9, TemperatureSampler(1.0))


@torch.compile
def sample(x, adjacency):
    out, _ = lstm(x)
    return sampler(gat(out[-1], adjacency))


sample(torch.randn(5, 4, 8), torch.ones(4, 4, 1).bool())
