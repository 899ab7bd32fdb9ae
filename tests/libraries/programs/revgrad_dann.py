import torch
from pytorch_revgrad import RevGrad
from torch import nn

features = nn.Linear(8, 16)
domain = nn.Sequential(RevGrad(alpha=0.5), nn.Linear(16, 2))


@torch.compile
def domain_loss(x, d):
    return nn.functional.cross_entropy(domain(features(x)), d)


domain_loss(torch.randn(6, 8), torch.randint(0, 2, (6,))).backward()
