"""torch.distributions.constraint_registry."""

from torch.distributions import biject_to, transform_to
