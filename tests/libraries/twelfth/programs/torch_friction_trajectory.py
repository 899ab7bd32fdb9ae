import torch
from torch_friction import FrictionLayer

layer = FrictionLayer(a=0.015, b=0.02, Dc=0.01)
optimizer = torch.optim.Adam(layer.parameters(), lr=1e-3)


@torch.compile
def fit(velocity, target):
    frictions, _ = layer.forward_trajectory(velocity, 0.01)
    loss = (frictions - target).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss


print(fit(torch.ones(1, 8) * 1e-6, torch.full((1, 8), 0.6)).item())
