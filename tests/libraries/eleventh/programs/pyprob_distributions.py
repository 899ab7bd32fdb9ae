import torch
from pyprob.distributions import Mixture, Normal, TruncatedNormal


@torch.compile
def log_prob(value, loc, scale):
    mixture = Mixture([Normal(loc, scale), Normal(loc + 1, scale)], probs=torch.tensor([0.4, 0.6]))
    return mixture.log_prob(value) + TruncatedNormal(loc, scale, -5.0, 5.0).log_prob(value)


print(log_prob(torch.tensor(0.3), torch.tensor(0.0), torch.tensor(1.0)))
