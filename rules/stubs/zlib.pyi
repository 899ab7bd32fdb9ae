"""zlib."""

from graphmend import breaks, effect
# Not traced, whatever they are called with.
@effect("pure")
@breaks("GB0007", kind="skipped-call")
def adler32(*args, **kwargs) -> int: ...
@effect("pure")
@breaks("GB0007", kind="skipped-call")
def compress(*args, **kwargs) -> bytes: ...
@breaks("GB0007", kind="skipped-call")
def compressobj(*args, **kwargs): ...
@effect("pure")
@breaks("GB0007", kind="skipped-call")
def crc32(*args, **kwargs) -> int: ...
@effect("pure")
@breaks("GB0007", kind="skipped-call")
def decompress(*args, **kwargs) -> bytes: ...
@breaks("GB0007", kind="skipped-call")
def decompressobj(*args, **kwargs): ...
