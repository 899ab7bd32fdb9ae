import torch
import torchcvnn.nn as c_nn

torch.manual_seed(0)
layer = c_nn.TransformerEncoderLayer(d_model=16, nhead=2, dim_feedforward=32)
compiled = torch.compile(layer)
out = compiled(torch.randn(5, 2, 16, dtype=torch.complex64))
out.abs().mean().backward()
print(out.shape, out.dtype)
