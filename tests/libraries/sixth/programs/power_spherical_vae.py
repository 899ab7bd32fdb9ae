import torch
from power_spherical import HypersphericalUniform, PowerSpherical
from torch import nn

encoder, decoder = nn.Linear(10, 5), nn.Linear(4, 10)


@torch.compile
def elbo(x):
    h = encoder(x)
    loc = nn.functional.normalize(h[:, :4], dim=-1)
    q = PowerSpherical(loc, nn.functional.softplus(h[:, 4]) + 1)
    z = q.rsample()
    kl = torch.distributions.kl_divergence(q, HypersphericalUniform(4))
    return ((decoder(z) - x) ** 2).sum(-1).mean() + kl.mean()


elbo(torch.randn(6, 10)).backward()
