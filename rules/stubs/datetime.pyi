"""datetime: a type implemented in C; instances made outside are constants."""

from graphmend import Opaque, breaks

class timedelta:
    days: int
    seconds: int
    microseconds: int
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, days: float = 0, seconds: float = 0, microseconds: float = 0, milliseconds: float = 0, minutes: float = 0, hours: float = 0, weeks: float = 0) -> None: ...
    def total_seconds(self) -> float: ...
class date:
    year: int
    month: int
    day: int
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, year: int, month: int, day: int) -> None: ...
    @classmethod
    @breaks("GB0156", kind="io")
    def today(cls) -> date: ...
    def isoformat(self) -> str: ...
    def strftime(self, format: str) -> str: ...
class datetime(date):
    hour: int
    minute: int
    second: int
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0, microsecond: int = 0, tzinfo=None, *, fold: int = 0) -> None: ...
    @classmethod
    @breaks("GB0156", kind="io")
    def now(cls, tz=None) -> datetime: ...
    @classmethod
    @breaks("GB0156", kind="io")
    def utcnow(cls) -> datetime: ...
    def timestamp(self) -> float: ...
class time:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class timezone:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
    utc: timezone
# Not traced, whatever they are called with.
class tzinfo:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
