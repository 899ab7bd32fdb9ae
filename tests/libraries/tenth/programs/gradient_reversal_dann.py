import torch
from torch import nn
from gradient_reversal import GradientReversalLayer, gradient_reversal


class DANN(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(16, 32), nn.ReLU())
        self.classes = nn.Linear(32, 4)
        self.domain = nn.Sequential(GradientReversalLayer(alpha=0.5), nn.Linear(32, 2))

    def forward(self, x, strength):
        h = self.features(x)
        return self.classes(h), self.domain(h), gradient_reversal(h, strength).mean()


model = torch.compile(DANN())
labels, domains, extra = model(torch.randn(8, 16), 0.7)
(labels.mean() + domains.mean() + extra).backward()
print(labels.shape)
