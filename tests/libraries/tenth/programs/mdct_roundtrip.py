import torch
from torch_mdct import IMDCT, MDCT, kaiser_bessel_derived

mdct = torch.compile(MDCT(win_length=256))
imdct = torch.compile(IMDCT(win_length=256))
wave = torch.randn(2, 1, 2048, requires_grad=True)
spectrogram = mdct(wave)
back = imdct(spectrogram * torch.sigmoid(spectrogram))
back.pow(2).mean().backward()
other = torch.compile(MDCT(win_length=128, window_fn=kaiser_bessel_derived, window_kwargs={"beta": 8.0}))
print(spectrogram.shape, back.shape, other(wave).shape)
