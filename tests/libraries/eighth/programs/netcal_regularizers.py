import torch
from netcal.regularization import ConfidencePenalty, DCAPenalty, MMCEPenalty
from torch import nn

model = nn.Linear(6, 3)
criterion = nn.CrossEntropyLoss()
confidence, dca, mmce = ConfidencePenalty(weight=0.1), DCAPenalty(weight=1.0), MMCEPenalty(weight=1.0)


@torch.compile
def calibrated_loss(x, y):
    logits = model(x)
    return criterion(logits, y) + confidence(logits, y) + dca(logits, y) + mmce(logits, y)


loss = calibrated_loss(torch.randn(12, 6), torch.randint(0, 3, (12,)))
loss.backward()
print(loss.item())
