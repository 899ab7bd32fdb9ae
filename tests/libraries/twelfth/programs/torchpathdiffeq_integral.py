import torch
from torchpathdiffeq import ode_path_integral


@torch.compile
def integrand(t, y=None):
    return torch.sin(3 * t) ** 2


out = ode_path_integral(ode_fxn=integrand, method="dopri5", t_init=torch.tensor([0.0], dtype=torch.float64),
                        t_final=torch.tensor([1.0], dtype=torch.float64), atol=1e-5, rtol=1e-5, computation="parallel")
print(out.integral)
