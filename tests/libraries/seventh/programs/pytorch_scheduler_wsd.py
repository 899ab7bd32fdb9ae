import torch
from pytorch_scheduler import CosineWithWarmupScheduler, RexScheduler, WarmupScheduler, create_from_preset
from torch import nn

model = nn.Linear(4, 2)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scheduler = create_from_preset(optimizer, "llm_pretrain", total_steps=100)


@torch.compile
def train_step(x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    scheduler.step()
    return loss


for _ in range(3):
    train_step(torch.randn(8, 4), torch.randint(0, 2, (8,)))
print(scheduler.get_last_lr())

other = torch.optim.SGD(model.parameters(), lr=0.1)
warmup = WarmupScheduler(other, RexScheduler(other, total_steps=20), warmup_steps=5, warmup_type="cosine")
advance = torch.compile(warmup.step)
for _ in range(7):
    advance()
print(other.param_groups[0]["lr"])
