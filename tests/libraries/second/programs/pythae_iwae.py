import torch
from pythae.models import IWAE, IWAEConfig

model = IWAE(IWAEConfig(input_dim=(1, 8, 8), latent_dim=4, number_samples=3))
compiled = torch.compile(model)
compiled({"data": torch.rand(6, 1, 8, 8)})["loss"].backward()
