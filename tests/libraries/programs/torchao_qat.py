import torch
from torch import nn
from torchao.quantization import quantize_
from torchao.quantization.qat import IntxFakeQuantizeConfig, QATConfig

model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 8))
activation = IntxFakeQuantizeConfig(torch.int8, "per_token", is_symmetric=False)
weight = IntxFakeQuantizeConfig(torch.int4, group_size=32)
quantize_(model, QATConfig(activation_config=activation, weight_config=weight, step="prepare"))
compiled = torch.compile(model)
for _ in range(2):
    compiled(torch.randn(2, 64)).sum().backward()
