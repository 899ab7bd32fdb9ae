"""subprocess."""

from graphmend import Opaque, breaks

PIPE: int
DEVNULL: int
STDOUT: int
class CalledProcessError(Exception): ...
@breaks("GB0007", kind="io")
def run(*popenargs, input=None, capture_output: bool = False, timeout=None, check: bool = False, **kwargs) -> Opaque: ...
@breaks("GB0007", kind="io")
def check_output(*popenargs, timeout=None, **kwargs) -> bytes: ...
