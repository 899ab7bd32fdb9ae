import torch
from torch import nn
from logavgexp_pytorch import LogAvgExp2D, logavgexp

net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), LogAvgExp2D((2, 2), stride=2, learned_temp=True, temp=0.05), nn.Conv2d(8, 4, 3))
compiled = torch.compile(net)
x = torch.randn(2, 3, 16, 16)
out = compiled(x)


@torch.compile
def pooled(x):
    return logavgexp(x.flatten(2), dim=-1, temp=0.02)


(out.mean() + pooled(out).mean()).backward()
print(out.shape)
