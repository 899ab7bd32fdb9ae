import math
import torch
from minimal_zoom_fft import czt, zoom_fft, zoom_ifft


@torch.compile
def band_energy(x):
    spectrum = zoom_fft(x, n_out=64, k_start=0.1 * math.pi, k_end=0.4 * math.pi)
    return spectrum.abs().square().sum(-1)


x = torch.randn(3, 128, requires_grad=True)
energy = band_energy(x)
energy.sum().backward()
print(energy, torch.compile(czt)(x.detach(), n_out=40).shape, torch.compile(zoom_ifft)(x.detach(), n_out=32).shape)
