import torch
from autoregressive_diffusion_pytorch import ImageAutoregressiveDiffusion

model = ImageAutoregressiveDiffusion(
    model=dict(dim=32, depth=1, heads=2, dim_head=8, mlp_depth=1, mlp_width=32, diffusion_kwargs=dict(num_sample_steps=3)), image_size=16, patch_size=8,
)
loss = model(torch.randn(2, 3, 16, 16))
loss.backward()
sample = torch.compile(model.sample)
print(loss.item(), sample(batch_size=1).shape)
