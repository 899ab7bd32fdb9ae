import torch
from ebm import LangevinDynamics, MALA
from ebm.nets import MLPEnergy

energy = MLPEnergy(2)
langevin, mala = LangevinDynamics(step_size=1e-2, steps=5), MALA(step_size=1e-2, steps=3)
step = torch.compile(langevin.step)
x = torch.randn(16, 2)
for _ in range(2):
    x = step(energy, x)
sample = torch.compile(mala.sample)
print(x.shape, sample(energy, x.detach()).shape)
