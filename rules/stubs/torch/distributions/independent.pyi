"""torch.distributions.independent."""

from torch.distributions import Independent
