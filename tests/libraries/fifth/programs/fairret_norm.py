import torch
from fairret.loss import NormLoss
from fairret.statistic import PositiveRate, TruePositiveRate
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1))
statistic = TruePositiveRate()
norm_loss = NormLoss(statistic, p=1)
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def compute(feat, sens, target):
    logit = model(feat)
    return nn.functional.binary_cross_entropy_with_logits(logit, target) + norm_loss(logit, sens, target)


for _ in range(2):
    optimizer.zero_grad()
    loss = compute(torch.randn(30, 6), nn.functional.one_hot(torch.randint(0, 2, (30,)), 2).float(), torch.randint(0, 2, (30, 1)).float())
    loss.backward()
    optimizer.step()
rate = torch.compile(PositiveRate())
print(rate(torch.rand(30, 1), nn.functional.one_hot(torch.randint(0, 2, (30,)), 2).float()))
