import piq
import torch

vsi, ssim = piq.VSILoss(data_range=1.0), piq.SSIMLoss(data_range=1.0)


@torch.compile
def loss(x, y):
    return ssim(x, y) + 0.1 * vsi(x, y)


x = torch.rand(2, 3, 64, 64, requires_grad=True)
loss(x, torch.rand(2, 3, 64, 64)).backward()
