import torch
from geomloss import SamplesLoss
from torch import nn

loss = SamplesLoss(loss="sinkhorn", p=2, blur=0.1, backend="tensorized")
mmd = SamplesLoss(loss="gaussian", blur=0.5, backend="tensorized")
net = nn.Linear(2, 2)


@torch.compile
def objective(noise, data):
    samples = net(noise)
    return loss(samples, data) + mmd(samples, data)


objective(torch.randn(20, 2), torch.randn(25, 2)).backward()
