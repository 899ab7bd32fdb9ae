import torch
from cliffordlayers.nn.modules.cliffordconv import CliffordConv2d
from cliffordlayers.nn.modules.cliffordlinear import CliffordLinear
from cliffordlayers.nn.modules.batchnorm import CliffordBatchNorm2d
from torch import nn

model = nn.Sequential(CliffordConv2d([1, 1], 1, 4, kernel_size=3, padding=1), CliffordBatchNorm2d([1, 1], 4))
compiled = torch.compile(model)
compiled(torch.randn(2, 1, 8, 8, 4)).sum().backward()
torch.compile(CliffordLinear([1, 1], 3, 2))(torch.randn(5, 3, 4))
