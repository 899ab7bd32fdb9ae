import torch
from torch import nn
from psd_optimizer import PSDOptimizer

model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
opt = PSDOptimizer(model.parameters(), lr=1e-2)
x, y = torch.randn(16, 5), torch.randn(16, 1)


def closure():
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


step = torch.compile(lambda: opt.step(closure))
print([float(step()) for _ in range(3)])
