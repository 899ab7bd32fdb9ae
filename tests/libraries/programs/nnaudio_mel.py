import torch
from nnAudio.features import CQT1992v2, MelSpectrogram
from torch import nn

front = MelSpectrogram(sr=16000, n_fft=256, n_mels=32, hop_length=64, verbose=False)
model = torch.compile(nn.Sequential(front, nn.Conv1d(32, 8, 3)))
model(torch.randn(2, 2048))
cqt = torch.compile(CQT1992v2(sr=16000, hop_length=128, fmin=220, n_bins=24, verbose=False))
cqt(torch.randn(1, 4096))
