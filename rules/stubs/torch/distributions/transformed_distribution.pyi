"""torch.distributions.transformed_distribution."""

from torch.distributions import TransformedDistribution
