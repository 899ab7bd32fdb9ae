import torch
import torchcde


@torch.compile
def features(series):
    path = torchcde.LinearInterpolation(torchcde.linear_interpolation_coeffs(series, rectilinear=0))
    return path.evaluate(torch.tensor(1.5)), path.derivative(torch.tensor(1.5))


series = torch.cat([torch.arange(5.0).view(1, 5, 1), torch.randn(1, 5, 2)], dim=2)
features(series)
