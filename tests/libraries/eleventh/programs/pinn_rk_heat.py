import torch
import pinn_rk

mesh = pinn_rk.TimeMesh(nodes=torch.linspace(0, 0.1, 4, dtype=torch.float64), steps=torch.full((3,), 0.1 / 3, dtype=torch.float64))
model = pinn_rk.MLP(in_dim=2, width=16, depth=2, dtype=torch.float64)
config = pinn_rk.RkPinnConfig(tableau=pinn_rk.butcher_gauss_legendre_q2(), time_mesh=mesh, n_x_train=16)
loss_fn = pinn_rk.RkPinnLoss(model, pinn_rk.Laplacian1D(), lambda x, t: torch.zeros_like(x), config)
compiled = torch.compile(loss_fn)
loss = compiled()
loss.backward()
print(loss.item())
