import torch
import torchsde
from torch import nn


class SDE(nn.Module):
    noise_type = "diagonal"
    sde_type = "ito"

    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 3)
        self.sigma = nn.Linear(3, 3)

    def f(self, t, y):
        return self.mu(y)

    def g(self, t, y):
        return torch.sigmoid(self.sigma(y))


sde = SDE()
solve = torch.compile(lambda y0, ts: torchsde.sdeint(sde, y0, ts, method="euler", dt=0.1))
with torch.no_grad():
    solve(torch.full((4, 3), 0.1), torch.linspace(0, 1, 5))
