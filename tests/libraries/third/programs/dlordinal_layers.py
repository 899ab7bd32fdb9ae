import torch
from dlordinal.losses import CDWCELoss, EMDLoss
from dlordinal.output_layers import COPOC, StickBreakingLayer
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), StickBreakingLayer(8, 4))
cdw = CDWCELoss(num_classes=4, alpha=2.0)
emd = EMDLoss(num_classes=4)


@torch.compile
def loss_fn(x, y):
    logits = model(x)
    return cdw(logits, y) + emd(logits, y)


loss_fn(torch.randn(5, 4), torch.randint(0, 4, (5,))).backward()
