import torch
import torchyin

FS = 16000
t = torch.arange(FS // 2)
notes = 2 ** ((torch.arange(4) * 4 - 12) / 12) * 440
y = torch.sin(2 * torch.pi * notes.unsqueeze(1) / FS * t.unsqueeze(0))
estimate = torch.compile(torchyin.estimate)
pitch = estimate(y, sample_rate=FS, pitch_min=100, pitch_max=2000)
print(pitch.shape, pitch[:, 3])
