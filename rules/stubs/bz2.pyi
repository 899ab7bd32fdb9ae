"""bz2."""

from graphmend import breaks
# Not traced, whatever they are called with.
class BZ2Compressor:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class BZ2Decompressor:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
