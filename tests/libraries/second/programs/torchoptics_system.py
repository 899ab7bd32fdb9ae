import torch
from torchoptics import Field, System
from torchoptics.elements import Lens, PhaseModulator
from torchoptics.profiles import gaussian

import torchoptics
torchoptics.set_default_spacing(10e-6)
torchoptics.set_default_wavelength(700e-9)
modulator = PhaseModulator(torch.nn.Parameter(torch.zeros(32, 32)), z=0.0)
system = System(modulator, Lens(32, 0.1, z=0.05))
field = Field(gaussian(32, 60e-6))


@torch.compile
def intensity():
    return system.measure_at_z(field, z=0.15).intensity()


intensity()[..., 16, 16].sum().backward()
