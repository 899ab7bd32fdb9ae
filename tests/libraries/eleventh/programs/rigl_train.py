import torch
from torch import nn
from rigl_torch.RigL import RigLScheduler

model = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Conv2d(8, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
pruner = RigLScheduler(model, optimizer, dense_allocation=0.3, T_end=100, delta=2, alpha=0.3, grad_accumulation_n=1)
compiled = torch.compile(model)
for _ in range(4):
    loss = nn.functional.cross_entropy(compiled(torch.randn(4, 1, 12, 12)), torch.tensor([0, 1, 2, 0]))
    optimizer.zero_grad()
    loss.backward()
    if pruner():
        optimizer.step()
print(loss.item())
