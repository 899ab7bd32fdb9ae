import torch
import UQpy.scientific_machine_learning as sml
from torch import nn


class FNO(nn.Module):
    def __init__(self, width=6, modes=4):
        super().__init__()
        self.lift = nn.Linear(1, width)
        self.blocks = nn.Sequential(sml.Fourier1d(width, modes), nn.ReLU(), sml.Fourier1d(width, modes))
        self.project = nn.Linear(width, 1)

    def forward(self, x):
        x = self.lift(x).transpose(1, 2)
        return self.project(self.blocks(x).transpose(1, 2))


model = torch.compile(FNO())
out = model(torch.rand(2, 32, 1))
out.sum().backward()
bayesian = torch.compile(nn.Sequential(sml.BayesianFourier1d(3, 4), nn.ReLU()))
print(out.shape, bayesian(torch.rand(2, 3, 32)).shape)
