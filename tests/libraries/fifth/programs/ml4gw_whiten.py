import torch
from ml4gw.augmentations import SignalInverter, SignalReverser
from ml4gw.transforms import SpectralDensity, Whiten

spectral_density = SpectralDensity(sample_rate=256, fftlength=1, average="median", fast=True)
whiten = Whiten(fduration=1, sample_rate=256, highpass=20)
augment = torch.nn.Sequential(SignalInverter(0.5), SignalReverser(0.5))


@torch.compile
def preprocess(x):
    background, x = x[..., :1024], x[..., 1024:]
    psd = spectral_density(background.double())
    return augment(whiten(x.double(), psd))


print(preprocess(torch.randn(4, 2, 2048)).shape)
