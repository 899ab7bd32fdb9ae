import torch
from torch_time_stretch import time_stretch

stretch = torch.compile(lambda x: time_stretch(x, 1.5, 16000, n_fft=128))
print(stretch(torch.randn(1, 1, 2000)).shape)
