import torch
from julius import SplitBands, fft_conv1d

split = SplitBands(sample_rate=16000, n_bands=4)


@torch.compile
def multiband(wav, kernel):
    bands = split(wav)
    return sum(fft_conv1d(band, kernel, padding=8) for band in bands)


print(multiband(torch.randn(1, 1, 1600), torch.randn(1, 1, 17)).shape)
