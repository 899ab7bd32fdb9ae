import torch
from torch import nn
from TorchDiffEqPack import odesolve


class Dynamics(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, t, y):
        return self.net(y)


func = Dynamics()
options = {"method": "rk2", "h": 0.25, "t0": 0.0, "t1": 1.0, "rtol": 1e-3, "atol": 1e-3, "print_neval": False}


@torch.compile
def loss(y0):
    return odesolve(func, y0, options).square().mean()


value = loss(torch.randn(4, 2))
value.backward()
print(value.item())
