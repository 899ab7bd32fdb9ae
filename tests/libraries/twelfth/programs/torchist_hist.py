import torch
import torchist
from torchist.histograms import normalize
from torchist.metrics import entropy


@torch.compile
def features(x):
    hist = torchist.histogramdd(x, bins=8, low=0.0, upp=1.0)
    return entropy(normalize(hist)[0])


print(features(torch.rand(100, 2)))
