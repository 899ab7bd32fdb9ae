"""torch.distributions.cauchy."""

from torch.distributions import Cauchy
