"""torch.nn.modules.activation."""

from torch.nn import *
