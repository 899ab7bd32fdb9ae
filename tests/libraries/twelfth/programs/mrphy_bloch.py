import torch
from mrphy.beffective import rfgr2beff
from mrphy.sims import blochsim


@torch.compile
def excite(rf, gr, loc):
    beff = rfgr2beff(rf, gr, loc)
    return blochsim(torch.tensor([0.0, 0.0, 1.0]).expand(1, 6, 3).contiguous(), beff)


rf = (0.01 * torch.randn(1, 2, 10)).requires_grad_()
m = excite(rf, torch.randn(1, 3, 10), torch.randn(1, 6, 3))
m[..., 2].sum().backward()
print(m.shape)
