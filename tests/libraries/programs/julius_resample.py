import julius
import torch

resample = torch.compile(julius.ResampleFrac(16, 8))
lowpass = torch.compile(julius.LowPassFilter(0.25))
wav = torch.randn(1, 1, 1600)
print(lowpass(resample(wav)).shape)
