import torch
from odak.learn.wave import generate_complex_field, propagate_beam, wavenumber

wavelength, dx = 515e-9, 8e-6
phase = torch.rand(32, 32, requires_grad=True)


@torch.compile
def reconstruct(phase):
    field = generate_complex_field(torch.ones_like(phase), phase)
    hologram = propagate_beam(field, wavenumber(wavelength), 0.05, dx, wavelength, propagation_type="Bandlimited Angular Spectrum", zero_padding=[True, False, True])
    return hologram.abs() ** 2


reconstruct(phase).mean().backward()
