"""graphmend.capture: numbers that a graph keeps as symbols; see python/graphmend/capture.py."""

from graphmend import transfer

class _Numbers:
    entered_where_made = "compiled code"
    def __enter__(self) -> None: ...
    def __exit__(self, *args) -> None: ...

@transfer("captures_within")
def numbers() -> _Numbers: ...
