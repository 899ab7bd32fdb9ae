import torch
from torch import nn
from torchdde import Dopri5, RK4, integrate

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
ts = torch.linspace(0, 1, 6)


@torch.compile
def trajectory(y0):
    return integrate(lambda t, y, args: net(y), RK4(), ts[0], ts[-1], ts, y0, None, dt0=ts[1] - ts[0], discretize_then_optimize=True)


out = trajectory(torch.randn(4, 2))
out.pow(2).mean().backward()
print(out.shape)
