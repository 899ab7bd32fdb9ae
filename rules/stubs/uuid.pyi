"""uuid."""

from graphmend import breaks

class UUID:
    hex: str
@breaks("GB0007", kind="io")
def uuid1(node=None, clock_seq=None) -> UUID: ...
@breaks("GB0007", kind="io")
def uuid4() -> UUID: ...
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def getnode(*args, **kwargs): ...
