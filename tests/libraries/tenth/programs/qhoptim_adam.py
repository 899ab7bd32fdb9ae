import torch
from torch import nn
from qhoptim.pyt import QHM, QHAdam

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
first = QHAdam(model.parameters(), lr=1e-3, nus=(0.7, 1.0), betas=(0.995, 0.999))
second = QHM(model.parameters(), lr=0.1, momentum=0.9, nu=0.7, weight_decay=1e-4)
step_first, step_second = torch.compile(first.step), torch.compile(second.step)
for step in (step_first, step_second, step_first):
    model.zero_grad()
    loss = model(torch.randn(16, 8)).pow(2).mean()
    loss.backward()
    step()
print(loss.item())
