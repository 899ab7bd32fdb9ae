"""scipy.fftpack"""

from graphmend import breaks, effect

@effect("pure")
@breaks("GB0007", kind="skipped-call")
def next_fast_len(*args, **kwargs) -> int: ...
