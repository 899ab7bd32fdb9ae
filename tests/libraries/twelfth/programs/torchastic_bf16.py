import torch
from torch import nn
from torchastic import AdamW, StochasticAccumulator

model = nn.Sequential(nn.Linear(8, 16), nn.SiLU(), nn.Linear(16, 1)).to(torch.bfloat16)
optimizer = AdamW(model.parameters(), lr=0.01, weight_decay=1e-2)
StochasticAccumulator.assign_hooks(model)
compiled = torch.compile(model)
x = torch.randn(4, 8, dtype=torch.bfloat16)
for _ in range(2):
    for _ in range(2):
        loss = compiled(x).pow(2).mean()
        loss.backward()
    StochasticAccumulator.reassign_grad_buffer(model)
    optimizer.step()
    optimizer.zero_grad()
print(loss.item())
