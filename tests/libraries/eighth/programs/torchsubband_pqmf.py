import torch
from torchsubband import SubbandDSP
from torch import nn

subbands = SubbandDSP(subband=2, window_size=256, hop_size=64)
separator = nn.Conv1d(2, 2, 5, padding=2)


@torch.compile
def enhance(wav):
    bands = subbands.wav_to_sub(wav)
    return subbands.sub_to_wav(separator(bands), length=wav.shape[-1])


wav = torch.randn(1, 1, 4096)
out = enhance(wav)
out.square().mean().backward()
print(out.shape)
