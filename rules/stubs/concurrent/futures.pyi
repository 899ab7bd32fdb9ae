"""concurrent.futures."""

from graphmend import breaks
# Not traced, whatever they are called with.
class Future:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class ProcessPoolExecutor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
