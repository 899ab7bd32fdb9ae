import torch
import chop

torch.manual_seed(0)
A = torch.randn(20, 10)
b = A @ torch.rand(10)
constraint = chop.constraints.L1Ball(2.0)


@torch.compile
def objective(x):
    return 0.5 * ((A @ x.squeeze(0) - b) ** 2).mean().unsqueeze(0)


closure = chop.utils.closure(objective)
x0 = torch.zeros(1, 10)
result = chop.optim.minimize_frank_wolfe(closure, x0, constraint.lmo, max_iter=5)
print(result.x)
