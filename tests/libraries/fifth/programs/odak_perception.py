import torch
from odak.learn.perception import color_conversion
from odak.learn.perception.image_quality_losses import PSNR, SSIM

image = torch.rand(1, 3, 16, 16)
convert = torch.compile(lambda x: color_conversion.ycrcb_2_rgb(color_conversion.rgb_2_ycrcb(x)))
print((convert(image) - image).abs().max())
psnr = torch.compile(PSNR())
print(psnr(image, torch.rand(1, 3, 16, 16)))
