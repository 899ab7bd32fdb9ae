import pytorch_warmup as warmup
import torch
from torch import nn

model = nn.Linear(8, 2)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
warmup_scheduler = warmup.UntunedLinearWarmup(optimizer)


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    with warmup_scheduler.dampening():
        scheduler.step()
    return loss


for _ in range(2):
    train_step(torch.randn(4, 8), torch.randint(0, 2, (4,)))
