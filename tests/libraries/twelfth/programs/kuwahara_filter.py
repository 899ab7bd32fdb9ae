import torch
from kuwahara_torch import kuwahara, generalized_kuwahara

compiled = torch.compile(generalized_kuwahara)
image = torch.rand(1, 3, 24, 24)
print(compiled(image, 5, padding_mode="reflect").shape)
print(torch.compile(kuwahara)(image, 5, padding_mode="reflect").shape)
