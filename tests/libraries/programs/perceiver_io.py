import torch
from perceiver_pytorch import Perceiver, PerceiverIO

model = PerceiverIO(dim=16, queries_dim=8, logits_dim=5, depth=2, num_latents=8, latent_dim=32, latent_heads=2, cross_dim_head=16, latent_dim_head=16)
compiled = torch.compile(model)
compiled(torch.randn(1, 20, 16), queries=torch.randn(6, 8)).sum().backward()
perceiver = Perceiver(input_channels=3, input_axis=2, num_freq_bands=4, max_freq=10.0, depth=2, num_latents=8, latent_dim=32, num_classes=4)
torch.compile(perceiver)(torch.randn(1, 8, 8, 3))
