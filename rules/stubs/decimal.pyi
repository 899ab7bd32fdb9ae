"""decimal."""

from graphmend import breaks

class Decimal:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, value="0", context=None) -> None: ...
