import snntorch as snn
import torch
from snntorch import functional as SF
from snntorch import spikegen
from torch import nn

net = nn.Sequential(nn.Linear(16, 4), snn.Synaptic(alpha=0.9, beta=0.8, init_hidden=True))
loss_fn = SF.ce_rate_loss()


@torch.compile
def step(data, targets):
    spikes = spikegen.rate(data, num_steps=5)
    out = torch.stack([net(spikes[t]) for t in range(spikes.size(0))])
    return loss_fn(out, targets)


step(torch.rand(4, 16), torch.tensor([0, 1, 2, 3])).backward()
