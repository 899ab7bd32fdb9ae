"""selectors."""

from graphmend import breaks
# Not traced, whatever they are called with.
class PollSelector:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class EpollSelector:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
