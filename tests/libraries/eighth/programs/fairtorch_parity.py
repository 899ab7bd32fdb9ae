import torch
from fairtorch import DemographicParityLoss, EqualiedOddsLoss
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
parity = DemographicParityLoss(sensitive_classes=[0, 1], alpha=10)
odds = EqualiedOddsLoss(sensitive_classes=[0, 1], alpha=10)
criterion = nn.BCEWithLogitsLoss()


@torch.compile
def fair_loss(x, sensitive, y):
    logit = model(x)
    return criterion(logit.view(-1), y) + parity(x, logit, sensitive) + odds(x, logit, sensitive, y)


loss = fair_loss(torch.randn(20, 3), torch.arange(20) % 2, (torch.arange(20) % 3 == 0).float())
loss.backward()
print(loss.item())
