"""pwd."""

from graphmend import breaks
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def getpwuid(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def getpwnam(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def getpwall(*args, **kwargs): ...
