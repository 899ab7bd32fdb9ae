import torch
from psnr_hvsm.torch import bt601ycbcr, psnr_hvs_hvsm


@torch.compile
def metric(a, b):
    ya, *_ = bt601ycbcr(a)
    yb, *_ = bt601ycbcr(b)
    return psnr_hvs_hvsm(ya, yb)


a = torch.rand(1, 3, 32, 32, dtype=torch.float64)
print(metric(a, (a + 0.01 * torch.randn_like(a)).clamp(0, 1)))
