import torch
from torch_harmonics import DiscreteContinuousConvS2

conv = DiscreteContinuousConvS2(2, 4, in_shape=(12, 24), out_shape=(12, 24), kernel_shape=3, optimized_kernel=False)
compiled = torch.compile(conv)
compiled(torch.randn(1, 2, 12, 24)).sum().backward()
