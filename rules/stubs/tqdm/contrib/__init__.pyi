"""tqdm.contrib."""

from graphmend import breaks, transfer

@breaks("GB0007", "GB0008", kind="skipped-call")
@transfer("iterator", kind="enumerate")
def tenumerate(iterable, start=0, total=None, **kwargs): ...
@breaks("GB0007", "GB0008", kind="skipped-call")
@transfer("iterator", kind="zip")
def tzip(*iterables, **kwargs): ...
