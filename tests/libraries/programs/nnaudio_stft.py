import torch
from nnAudio.features import STFT

stft = STFT(n_fft=256, hop_length=64, iSTFT=True, output_format="Complex", verbose=False)


@torch.compile
def round_trip(wav):
    spec = stft(wav)
    return stft.inverse(spec, onesided=True, length=wav.shape[-1])


print(round_trip(torch.randn(1, 1024)).shape)
