import torch
from galore_torch import GaLoreAdamW

model = torch.nn.Linear(16, 16, bias=False)
optimizer = GaLoreAdamW([{"params": list(model.parameters()), "rank": 4, "update_proj_gap": 2, "scale": 0.25, "proj_type": "std"}], lr=1e-3)
step = torch.compile(optimizer.step)
for _ in range(3):
    model(torch.randn(4, 16)).square().mean().backward()
    step()
    optimizer.zero_grad()
