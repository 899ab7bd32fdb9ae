import torch
from generative.networks.nets import DiffusionModelUNet
from torch import nn

model = DiffusionModelUNet(spatial_dims=2, in_channels=1, out_channels=1, num_channels=(8, 16), attention_levels=(False, True),
                           num_res_blocks=1, num_head_channels=8, norm_num_groups=4, with_conditioning=True, cross_attention_dim=4)
unet = torch.compile(model)
noise = torch.randn(2, 1, 16, 16)
loss = nn.functional.mse_loss(unet(noise, torch.tensor([3, 7]), context=torch.randn(2, 1, 4)), noise)
loss.backward()
