"""torch.functional."""

from torch._functions import *
