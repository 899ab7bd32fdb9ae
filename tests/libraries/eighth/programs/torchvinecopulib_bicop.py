import torch
from torchvinecopulib import BiCop

torch.manual_seed(0)
bicop = BiCop(num_step_grid=32)
u = torch.rand(200, 1, dtype=torch.float64)
obs = torch.cat([u, (u + 0.1 * torch.rand(200, 1, dtype=torch.float64)).clamp(0.01, 0.99)], dim=1)
bicop.fit(obs)
log_pdf = torch.compile(bicop.log_pdf)
hfunc = torch.compile(bicop.hfunc_l)
print(log_pdf(obs[:8]).shape, hfunc(obs[:8]).shape)
