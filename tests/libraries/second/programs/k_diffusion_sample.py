import k_diffusion as K
import torch
from torch import nn


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x, sigma):
        return self.conv(x) * sigma[:, None, None, None]


model = K.Denoiser(Inner(), sigma_data=0.5)
loss = torch.compile(model.loss)
loss(torch.rand(2, 3, 8, 8), torch.randn(2, 3, 8, 8), torch.rand(2) + 0.1).mean().backward()
sample = torch.compile(K.sampling.sample_euler)
sample(model, torch.randn(1, 3, 8, 8) * 10, K.sampling.get_sigmas_karras(3, 0.1, 10.0), disable=True)
