"""torch.nn.modules.batchnorm."""

from torch.nn import *
from torch.nn import _BatchNorm, _NormBase
