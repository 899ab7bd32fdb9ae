import torch
from dctorch.functional import dct, dct2, idct, idct2


@torch.compile
def compress(image, keep):
    spectrum = dct2(image)
    mask = torch.zeros_like(spectrum)
    mask[..., :keep, :keep] = 1
    return idct2(spectrum * mask)


@torch.compile
def smooth(signal):
    coefficients = dct(signal)
    return idct(coefficients * torch.linspace(1, 0, signal.shape[-1]))


image = torch.rand(2, 3, 16, 16)
print((compress(image, 8) - image).abs().mean(), smooth(torch.randn(4, 32)).shape)
