import torch
from torchrolling import ewm, rolling


@torch.compile
def features(x):
    window = rolling(x, 5, min_periods=2)
    decay = ewm(x, span=4.0)
    return torch.stack([window.mean(), window.std(), decay.mean()], -1)


out = features(torch.randn(3, 30))
print(out.shape)
