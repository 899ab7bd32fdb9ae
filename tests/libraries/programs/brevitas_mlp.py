import brevitas.nn as qnn
import torch
from brevitas.quant import Int8WeightPerTensorFloat
from torch import nn

model = nn.Sequential(
    qnn.QuantIdentity(return_quant_tensor=True),
    qnn.QuantLinear(16, 32, bias=True, weight_bit_width=4, weight_quant=Int8WeightPerTensorFloat),
    qnn.QuantReLU(bit_width=4),
    qnn.QuantLinear(32, 4, bias=True, weight_bit_width=4),
)
compiled = torch.compile(model)
compiled(torch.randn(8, 16)).sum().backward()
