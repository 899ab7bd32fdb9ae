import torch
from spikingjelly.activation_based import encoding, functional, layer, neuron

net = torch.nn.Sequential(layer.SeqToANNContainer(torch.nn.Conv2d(1, 4, 3)), neuron.ParametricLIFNode(step_mode="m"), layer.SeqToANNContainer(torch.nn.Flatten(), torch.nn.Linear(144, 2)))
encoder = encoding.PoissonEncoder()


@torch.compile
def run(images):
    functional.reset_net(net)
    spikes = torch.stack([encoder(images) for _ in range(3)])
    return net(spikes).mean(0)


for _ in range(2):
    run(torch.rand(2, 1, 8, 8)).sum().backward()
