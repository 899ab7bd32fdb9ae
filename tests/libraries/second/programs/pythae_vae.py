import torch
from pythae.data.datasets import DatasetOutput
from pythae.models import BetaTCVAE, BetaTCVAEConfig, VAE, VAEConfig

vae = VAE(VAEConfig(input_dim=(1, 8, 8), latent_dim=4))
compiled = torch.compile(vae)
batch = DatasetOutput(data=torch.rand(6, 1, 8, 8))
compiled(batch, epoch=1)["loss"].backward()
tcvae = torch.compile(BetaTCVAE(BetaTCVAEConfig(input_dim=(1, 8, 8), latent_dim=4)))
tcvae(DatasetOutput(data=torch.rand(6, 1, 8, 8)), epoch=1, dataset_size=60)["loss"].backward()
