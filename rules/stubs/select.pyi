"""select."""

from graphmend import breaks
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def select(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def poll(*args, **kwargs): ...
class epoll:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
