import torch
from fugw.solvers import FUGWSolver


def normalise(x):
    return x / x.max()


a, b = torch.rand(6, 2), torch.rand(5, 2)
Da, Db = normalise(torch.cdist(a, a)), normalise(torch.cdist(b, b))
F = normalise(torch.cdist(torch.randn(6, 3), torch.randn(5, 3)))
solver = FUGWSolver(nits_bcd=2, nits_uot=5, tol_bcd=1e-3)
solve = torch.compile(lambda F, Da, Db: solver.solve(alpha=0.5, rho_s=1, rho_t=1, eps=0.1, F=F, Ds=Da, Dt=Db, ws=torch.ones(6) / 6,
                                                     wt=torch.ones(5) / 5, solver="sinkhorn", verbose=False))
plan = solve(F, Da, Db)
