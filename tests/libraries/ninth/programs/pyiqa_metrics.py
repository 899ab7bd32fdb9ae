import torch
from pyiqa.archs.ssim_arch import ms_ssim, ssim
from pyiqa.archs.vif_arch import VIF
from pyiqa.archs.gmsd_arch import GMSD
from pyiqa.archs.psnr_arch import PSNR
from torch import nn

torch.manual_seed(0)
gmsd, vif, psnr = GMSD(), VIF(), PSNR()
denoiser = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 3, 3, padding=1), nn.Sigmoid())


@torch.compile
def restore(noisy, clean):
    out = denoiser(noisy)
    return (1 - ssim(out, clean)).mean() + gmsd(out, clean).mean(), psnr(out, clean)


score = torch.compile(lambda x, y: vif(x, y))
clean = torch.rand(2, 3, 64, 64)
noisy = (clean + 0.1 * torch.randn_like(clean)).clamp(0, 1)
loss, quality = restore(noisy, clean)
loss.backward()
print(loss.item(), quality, score(noisy, clean))
