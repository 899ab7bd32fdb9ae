import torch
from dropblock import DropBlock2D, LinearScheduler
from torch import nn

drop = LinearScheduler(DropBlock2D(drop_prob=0.1, block_size=3), start_value=0.0, stop_value=0.25, nr_steps=5)
model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), drop, nn.ReLU())
compiled = torch.compile(model)
for _ in range(3):
    drop.step()
    compiled(torch.randn(2, 3, 8, 8)).sum().backward()
