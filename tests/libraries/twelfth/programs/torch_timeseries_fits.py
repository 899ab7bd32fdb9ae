import torch
from torch_timeseries.model import FITS, FreTS

fits = torch.compile(FITS(seq_len=48, pred_len=12, individual=False, enc_in=3, cut_freq=10))
out = fits(torch.randn(2, 48, 3))
print(out[0].shape if isinstance(out, tuple) else out.shape)
frets = torch.compile(FreTS(seq_len=24, pred_len=6, enc_in=2, channel_independence=False))
print(frets(torch.randn(1, 24, 2)).shape)
