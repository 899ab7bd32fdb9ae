"""torch.nn.modules.conv."""

from torch.nn import *
from torch.nn import _ConvNd
