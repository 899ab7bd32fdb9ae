"""atexit."""

from graphmend import breaks
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def register(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def unregister(*args, **kwargs): ...
