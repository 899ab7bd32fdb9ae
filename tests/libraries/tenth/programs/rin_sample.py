import torch
from rin_pytorch import RIN, GaussianDiffusion

model = RIN(dim=32, image_size=16, patch_size=4, depth=1, num_latents=8, dim_latent=32, latent_self_attn_depth=1, heads=2, dim_head=16)
diffusion = GaussianDiffusion(model, timesteps=3, use_ddim=True)
sample = torch.compile(diffusion.sample)
print(sample(batch_size=2).shape)
