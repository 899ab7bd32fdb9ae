import torch
from torch import nn
from adamr import AdamR

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = AdamR(model.parameters(), lr=1e-3, betas=(0.9, 0.998), weight_recovery=0.1)
x, y = torch.randn(32, 8), torch.randint(0, 2, (32,))


@torch.compile
def step():
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


print([step().item() for _ in range(3)])
