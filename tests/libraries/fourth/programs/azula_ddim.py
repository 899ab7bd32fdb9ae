import torch
from azula.denoise import KarrasDenoiser
from azula.nn.unet import UNet
from azula.noise import VPSchedule
from azula.sample import DDIMSampler
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 16), nn.SiLU(), nn.Linear(16, 4))

    def forward(self, x, t):
        return self.net(torch.cat((x, t.expand(x.shape[0], 1)), dim=-1))


denoiser = KarrasDenoiser(backbone=Backbone(), schedule=VPSchedule())
sampler = DDIMSampler(denoiser, steps=4)
sample = torch.compile(sampler)
print(sample(sampler.init((3, 4))).shape)
