import torch
from pyod.models.vae import VAEModel, vae_loss

model = VAEModel(feature_size=8, latent_dim=2, encoder_neuron_list=[6], decoder_neuron_list=[6])


@torch.compile
def step(x):
    x_recon, mu, logvar = model(x)
    return (x_recon - x).square().sum() - 0.5 * (1 + logvar - mu**2 - logvar.exp()).sum()


step(torch.randn(10, 8)).backward()
