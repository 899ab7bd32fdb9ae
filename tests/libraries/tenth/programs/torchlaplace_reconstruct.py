import torch
from torch import nn
from torchlaplace import laplace_reconstruct


class LaplaceRep(nn.Module):
    def __init__(self, s_dim, output_dim, latent_dim):
        super().__init__()
        self.s_dim, self.output_dim = s_dim, output_dim
        self.net = nn.Sequential(nn.Linear(s_dim * 2 + latent_dim, 16), nn.Tanh(), nn.Linear(16, s_dim * 2 * output_dim))

    def forward(self, i):
        out = self.net(i.view(-1, i.shape[-1])).view(-1, 2 * self.output_dim, self.s_dim)
        theta = torch.tanh(out[:, :self.output_dim]) * torch.pi
        phi = torch.tanh(out[:, self.output_dim:]) * torch.pi / 4
        return theta, phi


rep = LaplaceRep(9, 1, 4)


@torch.compile
def predict(p, t):
    return laplace_reconstruct(rep, p, t, recon_dim=1, ilt_algorithm="fourier", ilt_reconstruction_terms=9)


out = predict(torch.randn(3, 4), torch.linspace(0.1, 1, 5))
out.pow(2).mean().backward()
print(out.shape)
