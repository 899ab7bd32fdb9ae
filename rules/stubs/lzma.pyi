"""lzma."""

from graphmend import breaks
# Not traced, whatever they are called with.
class LZMACompressor:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class LZMADecompressor:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def is_check_supported(*args, **kwargs): ...
