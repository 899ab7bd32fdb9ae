import torch
from hqq.core.quantize import BaseQuantizeConfig, HQQLinear
from torch import nn

config = BaseQuantizeConfig(nbits=4, group_size=64)
layer = HQQLinear(nn.Linear(64, 64), quant_config=config, compute_dtype=torch.float32, device="cpu")
model = torch.compile(nn.Sequential(layer, nn.ReLU()))
with torch.no_grad():
    model(torch.randn(2, 64))
