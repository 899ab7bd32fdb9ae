import torch
from bayesian_torch.layers import Conv2dReparameterization, LinearFlipout
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = Conv2dReparameterization(1, 4, 3)
        self.fc = LinearFlipout(144, 3)

    def forward(self, x):
        x, kl1 = self.conv(x)
        x, kl2 = self.fc(torch.relu(x).flatten(1))
        return x, kl1 + kl2


model = torch.compile(Net())
logits, kl = model(torch.randn(2, 1, 8, 8))
(logits.sum() + kl / 2).backward()
