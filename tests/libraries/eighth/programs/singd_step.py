import torch
from singd.optim.optimizer import SINGD
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 3))
criterion = nn.CrossEntropyLoss()
optimizer = SINGD(model, structures=("diagonal", "diagonal"), lr=1e-2, T=1)
compiled = torch.compile(model)
step = torch.compile(optimizer.step)
for _ in range(2):
    x, y = torch.randn(6, 4, 4), torch.randint(0, 3, (6,))
    optimizer.zero_grad()
    loss = criterion(compiled(x), y)
    loss.backward()
    step()
    print(loss.item())
