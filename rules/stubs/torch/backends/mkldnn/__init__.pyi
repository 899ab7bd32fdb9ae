"""torch.backends.mkldnn."""

from graphmend import breaks

enabled: bool
@breaks("GB0007", kind="skipped-call")
def is_available() -> bool: ...
