import torch
from dattri.func.hessian import ihvp_at_x_cg, ihvp_cg, ihvp_explicit


def f(x, param):
    return torch.sin(x / param).sum()


x, param, v = torch.randn(2), torch.randn(1), torch.randn(5, 2)
solve = torch.compile(ihvp_cg(f, argnums=0, max_iter=2))
print(solve((x, param), v))
explicit = torch.compile(ihvp_explicit(f, argnums=0))
print(explicit((x, param), v))
