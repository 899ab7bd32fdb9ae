"""torch.nn.modules.normalization."""

from torch.nn import *
