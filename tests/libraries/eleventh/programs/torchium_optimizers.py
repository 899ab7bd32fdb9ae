import torch
from torch import nn
import torchium

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torchium.optimizers.AdaBelief(model.parameters(), lr=1e-3)
criterion = torchium.losses.CrossEntropyLoss(label_smoothing=0.1)


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    print(step(torch.randn(8, 4), torch.randint(0, 3, (8,))).item())
