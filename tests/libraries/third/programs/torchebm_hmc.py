import torch
from torchebm.core import GaussianModel
from torchebm.samplers import HamiltonianMonteCarlo

sampler = HamiltonianMonteCarlo(GaussianModel(mean=torch.zeros(2), cov=torch.eye(2)), step_size=0.1, n_leapfrog_steps=3)
sample = torch.compile(sampler.sample)
print(sample(x=torch.randn(5, 2), n_steps=3).shape)
