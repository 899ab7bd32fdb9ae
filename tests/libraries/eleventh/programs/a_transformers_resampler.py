import torch
from a_transformers_pytorch.transformers import Resampler

resampler = torch.compile(Resampler(features=16, in_tokens=12, out_tokens=4, num_layers=1, head_features=8, num_heads=2, multiplier=2))
print(resampler(torch.randn(2, 12, 16)).shape)
