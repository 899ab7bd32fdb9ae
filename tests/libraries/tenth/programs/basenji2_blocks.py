import torch
from torch import nn
from basenji2_pytorch.blocks import BasenjiConvBlock, BasenjiConvTower, BasenjiDilatedResidual, BasenjiFinal, Cropping1d

model = nn.Sequential(BasenjiConvBlock(4, 16, kernel_size=5, pool_size=2, norm_type="batch"), BasenjiConvTower(16, 16, filters_end=24, divisible_by=4, repeat=2, kernel_size=3, pool_size=2, norm_type="batch"),
                      BasenjiDilatedResidual(24, 8, rate_mult=1.5, repeat=2, round=True, norm_type="batch", dropout=0.1), Cropping1d(2))
compiled = torch.compile(model)
out = compiled(torch.randn(2, 4, 128))
print(out.shape)
