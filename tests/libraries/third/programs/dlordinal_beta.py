import torch
from dlordinal.losses import BetaLoss, CDWCELoss, WKLoss
from dlordinal.output_layers import CLM
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1), CLM(num_classes=5, link_function="logit"))
wk = WKLoss(num_classes=5, penalization_type="quadratic")


@torch.compile
def step(x, y):
    return wk(model(x), y)


step(torch.randn(6, 8), torch.randint(0, 5, (6,))).backward()
beta = torch.compile(BetaLoss(nn.CrossEntropyLoss(), num_classes=5))
beta(torch.randn(6, 5, requires_grad=True), torch.randint(0, 5, (6,))).backward()
