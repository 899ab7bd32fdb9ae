import torch
import torch_explain as te
from torch import nn

layers = [
    te.nn.EntropyLinear(5, 10, n_classes=2),
    nn.LeakyReLU(),
    nn.Linear(10, 4),
    nn.LeakyReLU(),
    nn.Linear(4, 1),
]
model = nn.Sequential(*layers)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()


def train_step(x, y):
    y_pred = model(x).squeeze(-1)
    loss = criterion(y_pred, y) + 1e-4 * te.nn.functional.entropy_logic_loss(model)
    loss.backward()
    return loss.detach()


step = torch.compile(train_step)
x = (torch.rand(32, 5) > 0.5).float()
y = (x[:, 0] * x[:, 1]).long()
for _ in range(2):
    optimizer.zero_grad()
    print(step(x, y))
    optimizer.step()
