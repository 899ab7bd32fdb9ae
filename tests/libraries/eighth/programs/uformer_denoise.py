import torch
from uformer_pytorch import Uformer

model = Uformer(dim=16, stages=2, num_blocks=1, window_size=8, dim_head=8, heads=2, ff_mult=2, time_emb=True)
compiled = torch.compile(model)
noisy = torch.randn(1, 3, 32, 32)
time = torch.tensor([7.0])
denoised = compiled(noisy, time=time)
denoised.mean().backward()
print(denoised.shape)
