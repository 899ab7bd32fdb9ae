import torch
from torch import nn
from torchebm.core import BaseModel
from torchebm.losses import ContrastiveDivergence
from torchebm.samplers import LangevinDynamics


class MLPEnergy(BaseModel):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


model = MLPEnergy()
sampler = LangevinDynamics(model=model, step_size=0.1)
cd = ContrastiveDivergence(model=model, sampler=sampler, k_steps=3)


@torch.compile
def step(x):
    loss, negatives = cd(x)
    return loss


step(torch.randn(8, 2)).backward()
