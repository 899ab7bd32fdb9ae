import torch
from dog import LDoG, PolynomialDecayAverager
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = LDoG(model.parameters(), reps_rel=1e-4)
averager = PolynomialDecayAverager(model)


@torch.compile
def update():
    optimizer.step()
    averager.step()


for _ in range(3):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(torch.randn(16, 8)), torch.randint(0, 2, (16,))).backward()
    update()
print(averager.averaged_model(torch.randn(1, 8)))
