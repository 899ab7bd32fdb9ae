import torch
from rin_pytorch import RIN, GaussianDiffusion

model = RIN(dim=32, image_size=16, patch_size=4, depth=2, num_latents=8, dim_latent=32, latent_self_attn_depth=1, heads=2, dim_head=16)
diffusion = GaussianDiffusion(model, timesteps=4, train_prob_self_cond=0.9, scale=1.0)
optimizer = torch.optim.Adam(diffusion.parameters(), lr=1e-4)
compiled = torch.compile(diffusion)

for _ in range(2):
    loss = compiled(torch.rand(2, 3, 16, 16))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
print(loss.item())
