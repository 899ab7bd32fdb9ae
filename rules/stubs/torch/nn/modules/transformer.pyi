"""torch.nn.modules.transformer."""

from torch.nn import *
