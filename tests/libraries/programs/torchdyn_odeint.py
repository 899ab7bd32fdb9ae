import torch
from torch import nn
from torchdyn.numerics import odeint

field = nn.Linear(2, 2)


@torch.compile
def integrate(x0, t_span):
    t_eval, sol = odeint(lambda t, x: torch.tanh(field(x)), x0, t_span, solver="tsit5", atol=1e-3, rtol=1e-3)
    return sol[-1]


with torch.no_grad():
    integrate(torch.randn(4, 2), torch.linspace(0, 1, 3))
