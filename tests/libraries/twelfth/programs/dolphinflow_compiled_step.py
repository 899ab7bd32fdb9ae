import torch
from torch import nn
from dolphinflow import DolphinFlow

model = nn.Sequential(nn.Linear(20, 40), nn.ReLU(), nn.Linear(40, 10))
criterion = nn.CrossEntropyLoss()
optimizer = DolphinFlow(model.parameters(), lr=1e-3)


def train_step(data, targets):
    optimizer.zero_grad()
    loss = criterion(model(data), targets)
    loss.backward()
    optimizer.step()
    return loss


compiled_train_step = torch.compile(train_step)
for _ in range(3):
    loss = compiled_train_step(torch.randn(16, 20), torch.randint(0, 10, (16,)))
print(loss.item())
