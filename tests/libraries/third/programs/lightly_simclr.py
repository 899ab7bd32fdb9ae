import torch
from lightly.loss import NTXentLoss
from lightly.models.modules import SimCLRProjectionHead
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten(), SimCLRProjectionHead(4, 8, 8))
criterion = NTXentLoss(temperature=0.5, memory_bank_size=(16, 8))


@torch.compile
def loss_fn(x0, x1):
    return criterion(model(x0), model(x1))


loss_fn(torch.randn(4, 3, 8, 8), torch.randn(4, 3, 8, 8)).backward()
