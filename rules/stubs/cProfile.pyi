"""cProfile."""

from graphmend import breaks
# Not traced, whatever they are called with.
class Profile:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
