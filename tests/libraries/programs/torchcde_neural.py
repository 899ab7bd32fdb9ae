import torch
import torchcde
from torch import nn


class Func(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8 * 3)

    def forward(self, t, z):
        return self.linear(z).tanh().view(*z.shape[:-1], 8, 3)


func, initial = Func(), nn.Linear(3, 8)


@torch.compile
def model(series):
    coeffs = torchcde.hermite_cubic_coefficients_with_backward_differences(series)
    path = torchcde.CubicSpline(coeffs)
    z0 = initial(path.evaluate(path.interval[0]))
    return torchcde.cdeint(X=path, func=func, z0=z0, t=path.interval, adjoint=False, method="rk4")


with torch.no_grad():
    model(torch.randn(2, 6, 3))
