import torch
from mdot_tnt import solve_OT


@torch.compile
def cost(a, b):
    C = torch.cdist(a, b)
    r = torch.full((a.shape[0],), 1 / a.shape[0], dtype=a.dtype)
    c = torch.full((b.shape[0],), 1 / b.shape[0], dtype=b.dtype)
    return solve_OT(r, c, C / C.max(), gamma_f=64.0)


a, b = torch.rand(12, 2, dtype=torch.float64), torch.rand(10, 2, dtype=torch.float64)
print(cost(a, b))
