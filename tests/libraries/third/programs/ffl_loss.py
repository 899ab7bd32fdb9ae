import torch
from focal_frequency_loss import FocalFrequencyLoss
from torch import nn

decoder = nn.Conv2d(3, 3, 3, padding=1)
ffl = FocalFrequencyLoss(loss_weight=1.0, alpha=1.0, patch_factor=2, ave_spectrum=True)


@torch.compile
def loss_fn(x):
    return ffl(decoder(x), x)


loss_fn(torch.rand(2, 3, 16, 16)).backward()
