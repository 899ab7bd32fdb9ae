import torch
from focal_loss.focal_loss import FocalLoss
from torch import nn

model = nn.Linear(6, 4)
criterion = FocalLoss(gamma=0.7, weights=torch.tensor([1.0, 0.5, 2.0, 1.0]))


@torch.compile
def step(x, y):
    return criterion(torch.softmax(model(x), dim=-1), y)


step(torch.randn(8, 6), torch.randint(0, 4, (8,))).backward()
