import torch
from torch import nn
from kmnet.model import bce_km_loss_exclusive

net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 10))


@torch.compile
def loss(x, durations, events):
    return bce_km_loss_exclusive(net(x), durations, events)


value = loss(torch.randn(8, 5), torch.randint(0, 10, (8,)), torch.randint(0, 2, (8,)).float())
value.backward()
print(value.item())
