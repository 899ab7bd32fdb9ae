import torch
from torch_audiomentations import AddColoredNoise, LowPassFilter

lowpass = LowPassFilter(p=1.0, output_type="tensor")
noise = AddColoredNoise(p=1.0, output_type="tensor")
compiled = torch.compile(lambda x: noise(lowpass(x, sample_rate=16000), sample_rate=16000))
compiled(torch.rand(2, 1, 8000) - 0.5)
