"""gc."""

from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def collect(generation: int = 2) -> int: ...
@breaks("GB0007", kind="skipped-call")
def enable() -> None: ...
@breaks("GB0007", kind="skipped-call")
def disable() -> None: ...
