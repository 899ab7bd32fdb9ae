import torch
from torch import nn
from deltaflow.models import EMA, DiT
from deltaflow.solvers import EulerSolver, HeunSolver

model = DiT(input_size=8, patch_size=4, hidden_size=16, depth=1, num_heads=2).eval()
heun = HeunSolver(model)
step = torch.compile(heun.step)
with torch.no_grad():
    x = torch.randn(2, 1, 8, 8)
    for i in range(2):
        x = step(x, i / 2, 0.5, y=torch.tensor([1, 2]))
print(x.shape)
