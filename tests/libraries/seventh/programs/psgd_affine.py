import torch
import psgd_torch as psgd
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
opt = psgd.Affine(model.parameters(), preconditioner_max_size=32, lr_params=1e-3, momentum=0.9, exact_hessian_vector_product=False)
x = torch.randn(32, 8)
y = x.pow(2).sum(1, keepdim=True)
loss_fn = torch.compile(lambda: nn.functional.mse_loss(model(x), y) + sum(1e-6 * torch.sum(p * p) for p in model.parameters()))
for _ in range(3):
    loss = opt.step(loss_fn)
print(loss)
