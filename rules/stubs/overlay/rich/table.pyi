"""rich: a table refers to what its box looks like."""

from graphmend import breaks

class Table:
    @breaks("GB0116", kind="skipped-call")
    def __init__(self, *headers, **kwargs) -> None: ...
