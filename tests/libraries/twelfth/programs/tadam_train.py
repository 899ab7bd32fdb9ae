import torch
from torch import nn
from tadam import TAdam

model = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
epochs, batches = 2, 3
optimizer = TAdam(model.parameters(), iters=epochs * batches, lr=1e-3, moment=1 / 4, up_lr=0.3, low_lr=0.01)
opt_step = torch.compile(optimizer.step)
for epoch in range(epochs):
    for _ in range(batches):
        loss = nn.functional.cross_entropy(model(torch.randn(8, 1, 8, 8)), torch.randint(0, 10, (8,)))
        loss.backward()
        opt_step()
        optimizer.zero_grad()
print(loss.item())
