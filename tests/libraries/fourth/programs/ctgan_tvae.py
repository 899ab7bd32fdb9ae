import torch
from ctgan.synthesizers.tvae import Decoder, Encoder

encoder, decoder = Encoder(10, (16,), 4), Decoder(4, (16,), 10)


@torch.compile
def reconstruct(x):
    mu, std, logvar = encoder(x)
    rec, sigmas = decoder(mu + torch.randn_like(std) * std)
    return ((rec - x) ** 2 / sigmas**2).mean() - 0.5 * (1 + logvar - mu**2 - logvar.exp()).sum()


reconstruct(torch.randn(5, 10)).backward()
