"""bisect."""

from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def bisect(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> int: ...
@breaks("GB0007", kind="skipped-call")
def bisect_left(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> int: ...
@breaks("GB0007", kind="skipped-call")
def bisect_right(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> int: ...
