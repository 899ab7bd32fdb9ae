import torch
from ctgan.synthesizers.ctgan import Discriminator, Generator

generator = Generator(8, (16, 16), 10)
discriminator = Discriminator(10, (16, 16), pac=2)


@torch.compile
def d_loss(real, noise):
    fake = generator(noise)
    penalty = discriminator.calc_gradient_penalty(real, fake, "cpu", 2)
    return discriminator(fake).mean() - discriminator(real).mean() + penalty


d_loss(torch.randn(6, 10), torch.randn(6, 8)).backward()
