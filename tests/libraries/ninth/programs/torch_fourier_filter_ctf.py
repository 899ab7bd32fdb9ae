import torch
from torch_fourier_filter.bandpass import bandpass_filter, low_pass_filter
from torch_fourier_filter.envelopes import b_envelope
from torch_fourier_filter.whitening import whitening_filter


@torch.compile
def denoise(image, low, high):
    spectrum = torch.fft.rfftn(image, dim=(-2, -1))
    band = bandpass_filter(low, high, 0.05, image.shape[-2:], rfft=True, fftshift=False)
    envelope = b_envelope(B=50.0, image_shape=image.shape[-2:], pixel_size=1.5, rfft=True, fftshift=False)
    return torch.fft.irfftn(spectrum * band * envelope, s=image.shape[-2:], dim=(-2, -1))


@torch.compile
def whiten(image):
    spectrum = torch.fft.rfftn(image, dim=(-2, -1))
    return spectrum * whitening_filter(spectrum, rfft=True, fftshift=False)


image = torch.randn(2, 16, 16)
print(denoise(image, 0.05, 0.3).std(), whiten(image[0]).abs().mean())
