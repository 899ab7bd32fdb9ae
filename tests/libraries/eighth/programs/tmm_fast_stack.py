import math

import torch
from tmm_fast import coh_tmm

wavelengths = torch.linspace(400e-9, 700e-9, 12, dtype=torch.float64)
angles = torch.linspace(0, math.pi / 3, 4, dtype=torch.float64)
layers = 5
indices = torch.tensor([1.0, 1.46, 2.56, 1.46, 1.52], dtype=torch.complex128)
n = indices[None, :, None].expand(2, layers, len(wavelengths)).contiguous()


def reflectance(thickness):
    outer = torch.full((2, 1), math.inf, dtype=torch.float64)
    stack = torch.cat([outer, thickness, outer], dim=1)
    return coh_tmm("s", n, stack, angles, wavelengths)["R"]


compiled = torch.compile(reflectance)
thickness = torch.full((2, layers - 2), 100e-9, dtype=torch.float64)
print(compiled(thickness).shape)
