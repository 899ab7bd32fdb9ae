import torch
from nflows.distributions.normal import StandardNormal
from nflows.flows.base import Flow
from nflows.transforms.autoregressive import MaskedAffineAutoregressiveTransform
from nflows.transforms.base import CompositeTransform
from nflows.transforms.permutations import ReversePermutation

transforms = []
for _ in range(2):
    transforms += [ReversePermutation(features=4), MaskedAffineAutoregressiveTransform(features=4, hidden_features=16)]
flow = Flow(CompositeTransform(transforms), StandardNormal(shape=[4]))


@torch.compile
def nll(x):
    return -flow.log_prob(inputs=x).mean()


nll(torch.randn(8, 4)).backward()
