import torch
from stheno.torch import EQ, GP, B, Delta, Matern32

torch.manual_seed(0)
log_scale = torch.zeros((), dtype=torch.float64, requires_grad=True)


@torch.compile
def objective(x, y):
    f = GP(EQ().stretch(log_scale.exp()) + 0.1 * Matern32())
    return -f(x, 0.1).logpdf(y)


x = torch.linspace(0, 3, 10, dtype=torch.float64)
loss = objective(x, torch.sin(x))
loss.backward()
print(loss.item(), log_scale.grad)
