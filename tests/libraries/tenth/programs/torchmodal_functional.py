import torch
from torchmodal import functional as F


@torch.compile
def muddy(alive, accessibility, bounds):
    box = F.necessity(bounds, accessibility * alive, tau=0.05)
    diamond = F.possibility(bounds, accessibility * alive, tau=0.05)
    return F.conjunction(box, diamond)


bounds = torch.rand(8, 2).sort(-1).values.requires_grad_()
out = muddy(torch.ones(8), (torch.rand(8, 8) > 0.5).float(), bounds)
out.sum().backward()
print(out.shape)
