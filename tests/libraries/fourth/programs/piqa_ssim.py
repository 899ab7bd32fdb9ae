import torch
from piqa import MS_SSIM, PSNR, SSIM

ssim, psnr = SSIM(), PSNR()


@torch.compile
def loss(x, y):
    return 1 - ssim(x, y) + psnr(x, y) / 100


x = torch.rand(2, 3, 32, 32, requires_grad=True)
loss(x, torch.rand(2, 3, 32, 32)).backward()
