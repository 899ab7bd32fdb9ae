import torch
import torchaudio.transforms as T
from torch import nn

frontend = nn.Sequential(T.MelSpectrogram(sample_rate=16000, n_fft=400, n_mels=40), T.AmplitudeToDB(top_db=80))
augment = nn.Sequential(T.FrequencyMasking(8), T.TimeMasking(10))


@torch.compile
def features(wave):
    return augment(frontend(wave))


features(torch.randn(2, 8000))
