import torch
from torch import nn
from raytrace_torch import Raytracer

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
sampler = Raytracer(model.parameters(), dt=1e-3, scale_likelihood=20.0)
x, y = torch.randn(20, 3), torch.randn(20, 1)


@torch.compile
def step():
    sampler.zero_grad()
    loss = (model(x) - y).pow(2).mean()
    loss.backward()
    sampler.step()
    return loss


print([step().item() for _ in range(2)])
