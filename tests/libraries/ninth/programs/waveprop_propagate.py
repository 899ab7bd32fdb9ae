import torch
from waveprop.rs import angular_spectrum
from waveprop.spherical import spherical_prop

aperture = torch.zeros(32, 32)
aperture[12:20, 12:20] = 1


@torch.compile
def propagate(field, distance):
    out, x, y = angular_spectrum(u_in=field, wv=532e-9, d1=1e-5, dz=distance, device="cpu")
    return out.abs().square(), x


intensity, x = propagate(aperture, 0.01)
print(intensity.sum(), x.shape)
