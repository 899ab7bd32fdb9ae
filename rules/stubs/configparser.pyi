"""configparser."""

from graphmend import breaks
# Not traced, whatever they are called with.
class LegacyInterpolation:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
