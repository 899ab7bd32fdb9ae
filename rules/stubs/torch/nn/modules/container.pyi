"""torch.nn.modules.container."""

from torch.nn import *
