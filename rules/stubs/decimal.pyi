"""decimal."""

from graphmend import breaks

class Decimal:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, value="0", context=None) -> None: ...
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def getcontext(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def setcontext(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def localcontext(*args, **kwargs): ...
class Context:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
