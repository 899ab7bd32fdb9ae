import torch
from castle.algorithms.gradient.notears.torch.models import MLPModel, squared_loss

model = MLPModel(dims=[5, 8, 1], bias=True)


@torch.compile
def objective(x, rho, alpha):
    x_hat = model(x)
    loss = squared_loss(x_hat, x)
    h = model.h_func()
    penalty = 0.5 * rho * h * h + alpha * h
    return loss + penalty + 0.5 * 0.01 * model.l2_reg() + 0.01 * model.fc1_l1_reg()


x = torch.randn(30, 5)
for rho in (1.0, 10.0):
    value = objective(x, rho, 0.5)
    value.backward()
    print(value.item())
