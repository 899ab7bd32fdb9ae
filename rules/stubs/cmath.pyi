"""cmath."""

from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def sqrt(z, /) -> complex: ...
@breaks("GB0007", kind="skipped-call")
def exp(z, /) -> complex: ...
