"""array."""

from graphmend import breaks

class array:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, typecode, initializer=()) -> None: ...
# Not traced, whatever they are called with.
class ArrayType:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
