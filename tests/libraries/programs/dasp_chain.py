import torch
from dasp_pytorch.functional import compressor, gain

threshold = torch.full((2,), -20.0, requires_grad=True)


@torch.compile
def chain(x, threshold):
    ones = torch.ones(2)
    x = gain(x, 16000, 3.0 * ones)
    return compressor(x, 16000, threshold, 4 * ones, 10 * ones, 100 * ones, 6 * ones, 0 * ones)


chain(torch.randn(2, 1, 512), threshold).pow(2).mean().backward()
