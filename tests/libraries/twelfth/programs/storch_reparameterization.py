import torch
import storch
from storch.method import Reparameterization
from torch.distributions import Normal

method = Reparameterization("e", n_samples=4)


@torch.compile
def objective(a, b, c):
    e = method(Normal(b + c, 1))
    return (a + b) * e * e


a, b, c = (torch.tensor(v, requires_grad=True) for v in (5.0, -3.0, 0.23))
f = objective(a, b, c)
storch.add_cost(f, "f")
storch.backward()
print(c.grad)
