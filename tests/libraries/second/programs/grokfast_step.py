import torch
from grokfast_pytorch import GrokFastAdamW

model = torch.nn.Linear(8, 1)
optimizer = GrokFastAdamW(model.parameters(), lr=1e-3, weight_decay=1e-2, grokfast_after_step=1)
step = torch.compile(optimizer.step)
for _ in range(3):
    model(torch.randn(4, 8)).square().mean().backward()
    step()
    optimizer.zero_grad()
