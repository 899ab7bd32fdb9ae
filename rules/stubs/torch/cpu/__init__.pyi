"""torch.cpu."""

from graphmend import breaks, effect

@effect("asks_machine")
@breaks("GB0208", kind="skipped-call")
def is_available() -> bool: ...
# Not traced, whatever they are called with.
class Stream:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class StreamContext:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def is_initialized(*args, **kwargs): ...
