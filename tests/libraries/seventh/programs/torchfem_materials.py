import torch
from torchfem.materials import Hyperelastic3D, IsotropicElasticity3D, IsotropicPlasticity3D


def stress_free(n):
    return torch.zeros(n, 3, 3), torch.eye(3).expand(n, 3, 3).clone(), torch.zeros(n, 3, 3)


n = 4
H_inc, F, stress = stress_free(n)
H_inc[:, 0, 0] = 0.01
elastic = IsotropicElasticity3D(E=1000.0, nu=0.3).vectorize(n)
step = torch.compile(elastic.step)
new_stress, state, ddsdde = step(H_inc, F, stress, torch.zeros(n, elastic.n_state), torch.zeros(n, 3, 3), torch.ones(n), 0)
print(new_stress[0], ddsdde.shape)

plastic = IsotropicPlasticity3D(1000.0, 0.3, sigma_f=lambda q: 5.0 + 10.0 * q, sigma_f_prime=lambda q: 10.0 * torch.ones_like(q)).vectorize(n)
harden = torch.compile(plastic.step)
print(harden(H_inc, F, stress, torch.zeros(n, plastic.n_state), torch.zeros(n, 3, 3), torch.ones(n), 0)[0][0])
