import torch
from torchaudio.models import Conformer

model = Conformer(input_dim=16, num_heads=2, ffn_dim=32, num_layers=2, depthwise_conv_kernel_size=7)
compiled = torch.compile(model)
lengths = torch.tensor([20, 14])
output, lengths = compiled(torch.randn(2, 20, 16), lengths)
output.mean().backward()
