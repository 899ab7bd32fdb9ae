"""rich: a panel refers to what its box looks like."""

from graphmend import breaks

class Panel:
    @breaks("GB0116", kind="skipped-call")
    def __init__(self, renderable, box=None, **kwargs) -> None: ...
