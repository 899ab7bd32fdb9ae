"""statistics."""

from graphmend import breaks

@breaks("GB0134", kind="skipped-call")
def mean(data) -> float: ...
@breaks("GB0134", kind="skipped-call")
def stdev(data, xbar=None) -> float: ...
