import torch
from torch import nn
from torchdeq.solver.anderson import anderson_solver as anderson
from torchdeq.solver.fp_iter import fixed_point_iter

cell = nn.Linear(6, 6)
bias = torch.randn(2, 6)


@torch.compile
def solve(z0):
    with torch.no_grad():
        z, _, info = anderson(lambda z: torch.tanh(0.5 * cell(z) + bias), z0, max_iter=4)
        z2, _, _ = fixed_point_iter(lambda z: torch.tanh(0.5 * cell(z) + bias), z0, max_iter=4)
    return z - z2


solve(torch.zeros(2, 6))
