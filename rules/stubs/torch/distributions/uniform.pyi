"""torch.distributions.uniform."""

from torch.distributions import Uniform
