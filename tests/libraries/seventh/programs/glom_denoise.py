import torch
import torch.nn.functional as F
from einops.layers.torch import Rearrange
from glom_pytorch import Glom
from torch import nn

model = Glom(dim=32, levels=3, image_size=32, patch_size=8)
patches_to_images = nn.Sequential(
    nn.Linear(32, 8 * 8 * 3), Rearrange("b (h w) (p1 p2 c) -> b c (h p1) (w p2)", p1=8, p2=8, h=4)
)


@torch.compile
def denoising_loss(img):
    noised = img + torch.randn_like(img)
    all_levels = model(noised, return_all=True)
    top = all_levels[4, :, :, -1]
    return F.mse_loss(img, patches_to_images(top))


loss = denoising_loss(torch.randn(2, 3, 32, 32))
loss.backward()
print(loss)
