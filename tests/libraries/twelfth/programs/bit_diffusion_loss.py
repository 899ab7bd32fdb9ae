import torch
from bit_diffusion import BitDiffusion, Unet

model = Unet(dim=8, channels=3, dim_mults=(1, 2))
bit_diffusion = BitDiffusion(model, image_size=16, timesteps=5)
loss_fn = torch.compile(bit_diffusion)
loss = loss_fn(torch.rand(2, 3, 16, 16))
loss.backward()
print(loss.item())
