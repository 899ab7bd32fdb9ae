import torch
from difftmm import IsotropicFilmSolver

solver = IsotropicFilmSolver(mat_in=1.5, mat_out=1.5, mat_ls=[2.10, 1.46, 2.10], thickness_ls=[0.080, 0.120, 0.080], device=torch.device("cpu"))
simulate = torch.compile(solver.simulate)
ts, tp, rs, rp = simulate(theta=torch.linspace(0, 1.2, 8), wvln=[0.45, 0.55, 0.65])
print(ts.shape)
