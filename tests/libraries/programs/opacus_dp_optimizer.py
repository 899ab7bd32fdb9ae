import torch
from opacus.optimizers import DPOptimizer
from torch import nn

model = nn.Linear(4, 2)
optimizer = DPOptimizer(torch.optim.SGD(model.parameters(), lr=0.1), noise_multiplier=1.0, max_grad_norm=1.0, expected_batch_size=8)
for p in model.parameters():
    p.grad_sample = torch.randn(8, *p.shape)


@torch.compile
def private_step():
    optimizer.clip_and_accumulate()
    optimizer.add_noise()
    optimizer.scale_grad()


private_step()
