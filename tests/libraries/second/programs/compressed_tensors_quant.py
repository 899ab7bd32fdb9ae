import torch
from compressed_tensors.quantization import QuantizationArgs
from compressed_tensors.quantization.lifecycle import fake_quantize
from compressed_tensors.quantization.utils import calculate_qparams

args = QuantizationArgs(num_bits=8, symmetric=True, strategy="tensor")
linear = torch.nn.Linear(8, 8)


@torch.compile
def forward(x):
    scale, zero_point = calculate_qparams(linear.weight.min()[None], linear.weight.max()[None], args)
    return torch.nn.functional.linear(x, fake_quantize(linear.weight, scale, zero_point, args))


with torch.no_grad():
    forward(torch.randn(2, 8))
