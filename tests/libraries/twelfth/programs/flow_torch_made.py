import torch
from flow import Sequential
from flow.conditioner import MADE
from flow.modules import Affine, BatchNorm, Shuffle
from flow.prior import Normal
from flow.transformer import Affine as AffineTransformer

flow = Sequential(MADE(AffineTransformer(dim=3)), Shuffle(dim=3), MADE(AffineTransformer(dim=3)), prior=Normal(dim=3), dim=3)


@torch.compile
def loss(x):
    return flow.nll(x).mean()


value = loss(torch.randn(16, 3))
value.backward()
print(value.item())
