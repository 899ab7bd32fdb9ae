import torch
from torchcwt import cwt_torch


@torch.compile
def features(signal):
    coefficients, frequencies = cwt_torch(signal, 100.0, 2.0, 40.0, 12)
    return coefficients.abs().log1p() * frequencies[:, None]


print(features(torch.randn(256)).shape)
