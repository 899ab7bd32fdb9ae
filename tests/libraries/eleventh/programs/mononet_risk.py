import numpy as np
import torch
from torch import nn
from mononet import MonotonicityMask
from mononet.torch import MonoInput, MonoLinear, MonoResidual


class RiskNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 8), nn.ReLU())
        self.mono_in = MonoInput(MonotonicityMask(np.array([1, 1, -1], dtype=np.int8)))
        self.net = nn.Sequential(MonoLinear(11, 32, activation="elu"), MonoResidual(32, 32, activation="elu"), MonoLinear(32, 1))

    def forward(self, x_mono, x_free):
        return self.net(torch.cat([self.mono_in(x_mono), self.embed(x_free)], dim=-1))


model = RiskNet()
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
compiled = torch.compile(model)
for _ in range(2):
    loss = nn.functional.binary_cross_entropy_with_logits(compiled(torch.randn(16, 3), torch.randn(16, 2)), torch.ones(16, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
