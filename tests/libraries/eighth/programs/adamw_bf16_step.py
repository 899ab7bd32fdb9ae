import torch
from adamw_bf16 import AdamWBF16
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.GELU(), nn.Linear(12, 1)).to(torch.bfloat16)
optimizer = AdamWBF16(model.parameters(), lr=1e-2, weight_decay=0.01)


def train_step(x, y):
    loss = (model(x) - y).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


step = torch.compile(train_step)
for _ in range(2):
    print(step(torch.randn(8, 6, dtype=torch.bfloat16), torch.randn(8, 1, dtype=torch.bfloat16)))
