import torch
import gsw_torch

SA = torch.tensor([35.0, 34.5], dtype=torch.float64, requires_grad=True)
CT = torch.tensor([15.0, 10.0], dtype=torch.float64)
p = torch.tensor([100.0, 500.0], dtype=torch.float64)


@torch.compile
def profile(SA, CT, p):
    rho = gsw_torch.rho(SA, CT, p)
    specvol, alpha, beta = gsw_torch.specvol_alpha_beta(SA, CT, p)
    return rho, alpha


rho, alpha = profile(SA, CT, p)
rho.sum().backward()
print(SA.grad, alpha)
