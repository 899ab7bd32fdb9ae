import torch
from xitorch.integrate import solve_ivp
from xitorch.interpolate import Interp1D


@torch.compile
def interpolate(x, y, query):
    return Interp1D(x, y=y, method="cspline")(query)


@torch.compile
def trajectory(y0, times):
    return solve_ivp(lambda t, y: -y, times, y0, method="rk4")


interpolate(torch.linspace(0, 1, 6), torch.randn(6), torch.rand(4))
trajectory(torch.ones(2), torch.linspace(0, 1, 5))
