"""torch.distributions.exp_family."""

from torch.distributions import ExponentialFamily
