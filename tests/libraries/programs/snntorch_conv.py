import snntorch as snn
import torch
import snntorch.functional as SF
from snntorch import utils
from torch import nn

net = nn.Sequential(nn.Conv2d(1, 4, 3), snn.Leaky(beta=0.8, init_hidden=True), nn.Flatten(), nn.Linear(144, 4), snn.Leaky(beta=0.8, init_hidden=True, output=True))
loss_fn = SF.mse_count_loss(correct_rate=0.8, incorrect_rate=0.2)


@torch.compile
def forward_pass(images):
    utils.reset(net)
    spikes = [net(images)[0] for _ in range(3)]
    return torch.stack(spikes)


loss_fn(forward_pass(torch.rand(2, 1, 8, 8)), torch.tensor([0, 3])).backward()
