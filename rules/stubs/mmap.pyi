"""mmap."""

from graphmend import breaks
# Not traced, whatever they are called with.
class mmap:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
