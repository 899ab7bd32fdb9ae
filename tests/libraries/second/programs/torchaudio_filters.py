import torch
import torchaudio.functional as F


@torch.compile
def clean(wave):
    wave = F.highpass_biquad(wave, 16000, 80.0)
    wave = F.resample(wave, 16000, 8000)
    return F.spectral_centroid(wave, 8000, 0, torch.hann_window(256), 256, 64, 256)


clean(torch.randn(1, 4000))
