"""bisect."""

from graphmend import breaks, effect

@effect("pure")
@breaks("GB0007", kind="skipped-call")
def bisect(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> int: ...
@effect("pure")
@breaks("GB0007", kind="skipped-call")
def bisect_left(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> int: ...
@effect("pure")
@breaks("GB0007", kind="skipped-call")
def bisect_right(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> int: ...
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def insort(a, x, lo: int = 0, hi: int | None = None, *, key=None) -> None: ...
@breaks("GB0007", kind="skipped-call")
def insort_right(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def insort_left(*args, **kwargs): ...
