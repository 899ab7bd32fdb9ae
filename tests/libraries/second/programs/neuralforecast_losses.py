import torch
from neuralforecast.common._modules import RevIN, SeriesDecomp
from neuralforecast.losses.pytorch import MQLoss

decomp, revin = SeriesDecomp(5), RevIN(3)
linear = torch.nn.Linear(8, 4)


@torch.compile
def forecast(x):
    x = revin(x, "norm")
    residual, trend = decomp(x)
    out = linear((residual + trend).transpose(1, 2)).transpose(1, 2)
    return revin(out, "denorm")


forecast(torch.randn(2, 8, 3)).sum().backward()
quantiles = torch.compile(MQLoss(level=[80]))
quantiles(torch.randn(2, 4, 1), torch.randn(2, 4, 1, 3))
