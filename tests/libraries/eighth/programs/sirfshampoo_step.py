import torch
from sirfshampoo import SIRFShampoo
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
optimizer = SIRFShampoo(model, lr=1e-2, batch_size=5, T=1)
criterion = nn.CrossEntropyLoss()
step = torch.compile(optimizer.step)
for _ in range(2):
    x, y = torch.randn(5, 1, 4, 4), torch.randint(0, 3, (5,))
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    step()
    print(loss.item())
