import dasp_pytorch
import torch
from torch import nn

eq = dasp_pytorch.ParametricEQ(sample_rate=16000)
net = nn.Sequential(nn.Linear(8, eq.num_params), nn.Sigmoid())


@torch.compile
def process(audio, condition):
    return eq.process_normalized(audio, net(condition))


process(torch.randn(2, 1, 512), torch.randn(2, 8)).sum().backward()
