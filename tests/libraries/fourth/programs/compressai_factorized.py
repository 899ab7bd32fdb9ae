import torch
from compressai.entropy_models import EntropyBottleneck
from compressai.layers import GDN
from torch import nn

enc, bottleneck = nn.Sequential(nn.Conv2d(3, 8, 5, 2, 2), GDN(8)), EntropyBottleneck(8)


@torch.compile
def rate(x):
    y_hat, likelihoods = bottleneck(enc(x))
    return -likelihoods.log2().mean() + y_hat.abs().mean()


rate(torch.rand(1, 3, 16, 16)).backward()
