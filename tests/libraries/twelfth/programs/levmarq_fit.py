import torch
from levmarq_torch import minimize_levmarq

t = torch.linspace(0, 1, 20)


@torch.compile
def decay(amplitude, rate):
    return amplitude * torch.exp(-rate * t)


ys = decay(torch.tensor(2.0), torch.tensor(3.0))[None]
xs = minimize_levmarq(torch.tensor([[1.0, 1.0]]), ys, decay, max_iters=3)
print(xs)
