import torch
from torchgating import TorchGating as TG

tg = torch.compile(TG(sr=8000, nonstationary=True))
noisy = torch.randn(2, 8000)
print(tg(noisy).shape)
