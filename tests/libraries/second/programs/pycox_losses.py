import torch
from pycox.models.loss import CoxPHLoss, DeepHitSingleLoss, NLLLogistiHazardLoss
from torch import nn

net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 8))
logistic, deephit, cox = NLLLogistiHazardLoss(), DeepHitSingleLoss(alpha=0.5, sigma=0.1), CoxPHLoss()


@torch.compile
def loss(x, durations, events, rank):
    phi = net(x)
    return logistic(phi, durations, events) + deephit(phi, durations, events, rank) + cox(phi[:, 0], durations, events)


durations, events = torch.randint(0, 8, (6,)), torch.tensor([1, 0, 1, 1, 0, 1]).float()
rank = (durations[:, None] < durations[None]).float()
loss(torch.randn(6, 5), durations, events, rank).backward()
