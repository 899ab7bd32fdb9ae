import torch
from torch import nn
from label_relaxation import LabelRelaxationLoss

model = nn.Sequential(nn.Linear(20, 40), nn.ReLU(), nn.Linear(40, 10))
criterion = LabelRelaxationLoss(alpha=0.1)
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(16, 20), torch.randint(0, 10, (16,))).item())
