"""torch.signal."""

from torch.signal import windows
