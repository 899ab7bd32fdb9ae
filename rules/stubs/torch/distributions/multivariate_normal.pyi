"""torch.distributions.multivariate_normal."""

from torch.distributions import MultivariateNormal
