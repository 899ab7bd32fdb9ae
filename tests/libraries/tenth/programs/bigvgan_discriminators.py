import torch
from bigvgan.discriminators import MultiPeriodDiscriminator, MultiResolutionDiscriminator
from bigvgan.env import AttrDict
from bigvgan.loss import discriminator_loss, feature_loss, generator_loss

h = AttrDict(mpd_reshapes=[2, 3], use_spectral_norm=False, discriminator_channel_mult=0.0625, resolutions=[[256, 64, 256], [512, 128, 512], [128, 32, 128]])
mpd, mrd = MultiPeriodDiscriminator(h), MultiResolutionDiscriminator(h)


@torch.compile
def losses(real, fake):
    total = 0
    for net in (mpd, mrd):
        r, g, fr, fg = net(real, fake)
        total = total + discriminator_loss(r, g)[0] + generator_loss(g)[0] + feature_loss(fr, fg)
    return total


loss = losses(torch.randn(1, 1, 2048), torch.randn(1, 1, 2048))
loss.backward()
print(loss.item())
