import torch
from torch import nn
from torchaudio_filters import BandPass, HighPass, LowPass, Pad

model = nn.Sequential(Pad(LowPass(20.0, 128.0), padlen=16), HighPass(1.0, 128.0), nn.Conv1d(3, 4, 9), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten())
model = torch.compile(model)
print(model(torch.rand(2, 3, 256)).shape)
