"""timeit."""

from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def default_timer() -> float: ...
