"""sys."""

from graphmend import Opaque, breaks

argv: list[str]
byteorder: str
executable: str
flags: Opaque
float_info: Opaque
maxsize: int
modules: dict[str, Opaque]
path: list[str]
platform: str
prefix: str
stderr: TextStream
stdin: TextStream
stdout: TextStream
version: str
version_info: Opaque

class TextStream:
    encoding: str
    @breaks("GB0156", kind="print")
    def write(self, s: str) -> int: ...
    @breaks("GB0156", kind="print")
    def flush(self) -> None: ...
    def isatty(self) -> bool: ...
def exc_info() -> tuple[Opaque, Opaque, Opaque]: ...
def exit(status=None, /) -> None: ...
def getrecursionlimit() -> int: ...
def setrecursionlimit(limit: int, /) -> None: ...
def intern(string: str, /) -> str: ...
@breaks("GB0007", kind="skipped-call")
def getsizeof(object, default=...) -> int: ...
@breaks("GB0007", kind="skipped-call")
def getrefcount(object, /) -> int: ...
@breaks("GB0007", kind="skipped-call")
def _getframe(depth: int = 0, /) -> Opaque: ...
