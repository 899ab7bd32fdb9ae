import torch
from torchgan.losses import WassersteinDiscriminatorLoss, wasserstein_gradient_penalty
from torchgan.models import DCGANDiscriminator, DCGANGenerator

generator, critic = DCGANGenerator(encoding_dims=16, out_size=32, step_channels=4, out_channels=1), DCGANDiscriminator(in_size=32, in_channels=1, step_channels=4)
loss = WassersteinDiscriminatorLoss()


@torch.compile
def critic_loss(real, noise):
    fake = generator(noise).detach()
    return loss(critic(real), critic(fake))


critic_loss(torch.randn(4, 1, 32, 32), torch.randn(4, 16)).backward()
