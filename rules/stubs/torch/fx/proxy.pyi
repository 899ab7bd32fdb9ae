"""torch.fx.proxy."""

from torch.fx import Proxy
