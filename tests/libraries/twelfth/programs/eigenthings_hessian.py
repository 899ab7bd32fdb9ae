import torch
from torch import nn
from hessian_eigenthings import HessianOperator, lanczos, supervised_loss

model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1)).to(torch.float64)
x, y = torch.randn(32, 6, dtype=torch.float64), torch.randn(32, 1, dtype=torch.float64)
H = HessianOperator(model, [(x, y)], supervised_loss(nn.functional.mse_loss))
matvec = torch.compile(H.matvec)
print(matvec(torch.ones(sum(p.numel() for p in model.parameters()), dtype=torch.float64)).norm())
