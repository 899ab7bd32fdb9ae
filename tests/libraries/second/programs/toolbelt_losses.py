import torch
from pytorch_toolbelt.losses import BinaryFocalLoss, BinaryLovaszLoss, DiceLoss
from torch import nn

net = nn.Conv2d(3, 1, 3, padding=1)
dice, focal = DiceLoss(mode="binary"), BinaryFocalLoss()
lovasz = BinaryLovaszLoss()


@torch.compile
def step(images, masks):
    logits = net(images)
    return dice(logits, masks) + 0.5 * focal(logits, masks) + lovasz(logits.squeeze(1), masks.squeeze(1))


step(torch.randn(2, 3, 32, 32), (torch.rand(2, 1, 32, 32) > 0.5).float()).backward()
