import torch
from torchlaplace.inverse_laplace import CME, Fourier

fourier, cme = Fourier(17), CME(17)
t = torch.linspace(0.1, 2.0, 6)


@torch.compile
def invert(t):
    s, T = fourier.compute_s(t)
    return fourier.line_integrate(1 / (s + 1), t, T)


print(invert(t))
