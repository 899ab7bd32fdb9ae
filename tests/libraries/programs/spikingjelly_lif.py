import torch
from spikingjelly.activation_based import functional, layer, neuron, surrogate
from torch import nn

net = nn.Sequential(
    layer.Flatten(),
    layer.Linear(64, 32),
    neuron.LIFNode(tau=2.0, surrogate_function=surrogate.ATan()),
    layer.Linear(32, 10),
    neuron.LIFNode(tau=2.0, surrogate_function=surrogate.ATan()),
)


@torch.compile
def simulate(images):
    out = 0.0
    for _ in range(4):
        out = out + net(images)
    return out / 4


rate = simulate(torch.rand(2, 1, 8, 8))
nn.functional.mse_loss(rate, torch.rand(2, 10)).backward()
functional.reset_net(net)
