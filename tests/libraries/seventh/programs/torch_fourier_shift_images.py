import torch
from torch_fourier_shift import fourier_shift_dft_2d, fourier_shift_image_2d, fourier_shift_image_3d

shift = torch.compile(fourier_shift_image_2d)
image = torch.rand(2, 16, 16)
shifts = torch.tensor([[1.0, 2.0], [0.5, -0.25]], requires_grad=True)
out = shift(image, shifts=shifts)
(out - image).pow(2).mean().backward()
print(shifts.grad)


@torch.compile
def align(frames, offsets):
    dft = torch.fft.rfftn(frames, dim=(-2, -1))
    moved = fourier_shift_dft_2d(dft, image_shape=frames.shape[-2:], shifts=offsets, rfft=True, fftshifted=False)
    return torch.fft.irfftn(moved, s=frames.shape[-2:]).mean(dim=0)


print(align(torch.rand(3, 16, 16), torch.randn(3, 2)).shape)
volume = torch.compile(fourier_shift_image_3d)(torch.rand(8, 8, 8), torch.tensor([1.0, 0.0, 2.5]), cache_intermediates=True)
print(volume.shape)
