import torch
from apollo_torch import APOLLOAdamW
from torch import nn

model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 8))
groups = [
    {"params": [p for p in model.parameters() if p.ndim == 1]},
    {"params": [p for p in model.parameters() if p.ndim == 2], "rank": 4, "proj": "random", "scale_type": "channel", "scale": 1, "update_proj_gap": 10, "proj_type": "std"},
]
optimizer = APOLLOAdamW(groups, lr=1e-3)
step = torch.compile(optimizer.step)
for _ in range(2):
    model(torch.randn(4, 16)).square().mean().backward()
    step()
    optimizer.zero_grad()
