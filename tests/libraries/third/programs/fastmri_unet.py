import fastmri
import torch
from fastmri.losses import SSIMLoss
from fastmri.models import Unet

model = Unet(in_chans=1, out_chans=1, chans=4, num_pool_layers=2)
ssim = SSIMLoss()


@torch.compile
def step(kspace, target):
    image = fastmri.complex_abs(fastmri.ifft2c(kspace)).unsqueeze(1)
    return ssim(model(image), target, data_range=target.amax(dim=(1, 2, 3)))


step(torch.randn(2, 32, 32, 2), torch.rand(2, 1, 32, 32)).backward()
