"""torch.backends.mps."""

from graphmend import breaks

@breaks("GB0208", kind="skipped-call")
def is_available() -> bool: ...
def is_built() -> bool: ...
