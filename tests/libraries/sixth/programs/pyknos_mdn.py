import torch
from pyknos.mdn.mdn import MultivariateGaussianMDN
from torch import nn

mdn = MultivariateGaussianMDN(features=2, context_features=3, hidden_net=nn.Sequential(nn.Linear(3, 16), nn.ReLU()), num_components=4)


@torch.compile
def loss(theta, x):
    return -mdn.log_prob(theta, x).mean()


loss(torch.randn(8, 2), torch.randn(8, 3)).backward()
