import torch
from adam_atan2_pytorch import AdamAtan2, MuonAdamAtan2
from torch import nn

model = nn.Linear(10, 4)
opt = AdamAtan2(model.parameters(), lr=1e-4, regen_reg_rate=1e-2)


@torch.compile
def step(x):
    loss = model(x).square().sum()
    loss.backward()
    opt.step()
    opt.zero_grad()
    return loss


for _ in range(3):
    step(torch.randn(4, 10))
