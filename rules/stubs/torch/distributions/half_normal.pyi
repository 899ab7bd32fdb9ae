"""torch.distributions.half_normal."""

from torch.distributions import HalfNormal
