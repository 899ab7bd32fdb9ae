import torch
from asteroid_filterbanks import Decoder, Encoder, STFTFB
from asteroid_filterbanks.transforms import mag, apply_mag_mask
from torch import nn


class Masker(nn.Module):
    def __init__(self):
        super().__init__()
        filterbank = STFTFB(n_filters=64, kernel_size=64, stride=32)
        self.encoder, self.decoder = Encoder(filterbank), Decoder(filterbank)
        self.mask = nn.Sequential(nn.Conv1d(33, 33, 1), nn.Sigmoid())

    def forward(self, wav):
        spec = self.encoder(wav)
        masked = apply_mag_mask(spec, self.mask(mag(spec)))
        return self.decoder(masked)


model = torch.compile(Masker().eval())
with torch.no_grad():
    model(torch.randn(2, 1, 640))
