import continual as co
import torch
from torch import nn

model = co.Sequential(co.Conv3d(3, 4, (3, 3, 3)), nn.ReLU(), co.Conv3d(4, 4, (2, 1, 1)))
compiled = torch.compile(model)
compiled(torch.randn(1, 3, 6, 8, 8))
step = torch.compile(model.forward_step)
with torch.no_grad():
    for _ in range(5):
        step(torch.randn(1, 3, 8, 8))
