import torch
from dstft import DSTFT

x = torch.randn(1, 1024)
dstft = DSTFT(n_fft=128, hop_length=32.0, win_length=128.0, window_mode="constant")
dstft.initialize(x)
compiled = torch.compile(dstft)
spec, stft = compiled(x)
loss = -(spec / spec.sum()).square().sum()
loss.backward()
print(spec.shape)
