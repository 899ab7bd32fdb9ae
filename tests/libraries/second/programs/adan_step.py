import torch
from adan_pytorch import Adan

model = torch.nn.Linear(8, 1)
optimizer = Adan(model.parameters(), lr=1e-3, betas=(0.02, 0.08, 0.01), weight_decay=0.02)
step = torch.compile(optimizer.step)
for _ in range(2):
    model(torch.randn(4, 8)).square().mean().backward()
    step()
    optimizer.zero_grad()
