import torch
from torch_ctf import calculate_ctf_1d, calculate_ctf_2d


@torch.compile
def ctf(defocus):
    return calculate_ctf_2d(defocus=defocus, astigmatism=0.0, astigmatism_angle=0.0, voltage=300, spherical_aberration=2.7, amplitude_contrast=0.1,
                            phase_shift=0.0, pixel_size=1.5, image_shape=(16, 16), rfft=True, fftshift=False)


defocus = torch.tensor(1.5, requires_grad=True)
value = ctf(defocus)
value.sum().backward()
print(value.shape, defocus.grad)
