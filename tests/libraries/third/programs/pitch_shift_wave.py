import torch
from torch_pitch_shift import pitch_shift

shift = torch.compile(lambda audio: pitch_shift(audio, shift=2, sample_rate=8000, n_fft=256))
print(shift(torch.randn(1, 1, 2048)).shape)
