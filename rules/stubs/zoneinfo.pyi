"""zoneinfo."""

from graphmend import breaks
# Not traced, whatever they are called with.
class ZoneInfo:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def available_timezones(*args, **kwargs): ...
