import torch
from torch import nn
from spikingtorch.layers import LIF
from spikingtorch.spikeio import PoissonEncoder, SumDecoder
from spikingtorch.spikingnet import SpikingNetBase


class Net(SpikingNetBase):
    def __init__(self):
        super().__init__()
        self.Nout = (4,)
        self.hidden, self.out = nn.Linear(6, 12), nn.Linear(12, 4)
        self.lif1, self.lif2 = LIF(tau=8), LIF(tau=8)

    def single_pass(self, xi, init):
        xi = xi.squeeze(1)
        return self.lif2(self.out(self.lif1(self.hidden(xi), init)), init)


net = Net()
compiled = torch.compile(net)
spikes = compiled(torch.rand(3, 5, 6).round())
spikes.sum().backward()
print(spikes.shape)
