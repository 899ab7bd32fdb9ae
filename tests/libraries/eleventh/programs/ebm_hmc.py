import torch
from ebm import HMC, ContrastiveDivergence, LangevinDynamics
from ebm.nets import BananaEnergy, MLPEnergy

hmc = HMC(step_size=0.1, steps=2)
move = torch.compile(hmc.step)
print(move(BananaEnergy(), torch.randn(8, 2)).shape)
energy = MLPEnergy(2)
cd = ContrastiveDivergence(LangevinDynamics(step_size=1e-2, steps=2))
loss = torch.compile(lambda x: cd(energy, x).loss)(torch.randn(8, 2))
loss.backward()
print(loss.item())
