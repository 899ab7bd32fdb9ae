"""torch.backends.mkldnn."""

from graphmend import breaks, effect

enabled: bool
@effect("asks_machine")
@breaks("GB0007", kind="skipped-call")
def is_available() -> bool: ...
