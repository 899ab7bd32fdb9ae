import torch
from generative.networks.nets import AutoencoderKL, PatchDiscriminator
from torch import nn

autoencoder = AutoencoderKL(spatial_dims=2, num_channels=(8, 8), latent_channels=2, num_res_blocks=1, norm_num_groups=4,
                            attention_levels=(False, False), with_encoder_nonlocal_attn=False, with_decoder_nonlocal_attn=False)
discriminator = PatchDiscriminator(spatial_dims=2, num_layers_d=2, num_channels=8, in_channels=1, out_channels=1)


@torch.compile
def generator_loss(images):
    reconstruction, mu, sigma = autoencoder(images)
    kl = 0.5 * torch.sum(mu.pow(2) + sigma.pow(2) - torch.log(sigma.pow(2)) - 1, dim=[1, 2, 3]).mean()
    logits = discriminator(reconstruction.contiguous().float())[-1]
    return nn.functional.l1_loss(reconstruction, images) + 1e-6 * kl + 0.01 * (logits - 1).pow(2).mean()


generator_loss(torch.rand(2, 1, 16, 16)).backward()
