import torch
from torch import nn
from torchdde import RK2, RK4, integrate


class Delayed(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = nn.Parameter(torch.tensor([0.5]))
        self.delays = nn.Parameter(torch.tensor([1.0]))

    def forward(self, t, y, args, history):
        return self.rate * y * (1 - history[0])


f = Delayed()
ts = torch.linspace(0, 2, 11)
y0 = torch.rand(3, 1)


@torch.compile
def solve(y0):
    return integrate(f, RK2(), ts[0], ts[-1], ts, lambda t: y0, None, dt0=ts[1] - ts[0], delays=f.delays, discretize_then_optimize=True)


out = solve(y0)
print(out.shape)
