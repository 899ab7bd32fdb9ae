import torch
from torch import nn
from unified_focal_loss import AsymmetricUnifiedFocalLoss

net = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 2, 1), nn.Softmax(dim=1))
criterion = AsymmetricUnifiedFocalLoss()


@torch.compile
def step(image, mask):
    return criterion(net(image), mask)


step(torch.rand(2, 1, 16, 16), torch.randint(0, 2, (2, 16, 16))).backward()
