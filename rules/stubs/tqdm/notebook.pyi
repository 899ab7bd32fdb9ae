"""tqdm.notebook: the bar is not traced."""

from graphmend import breaks, transfer

@breaks("GB0007", "GB0008", "GB0069", "GB0156", kind="skipped-call")
@transfer("iterator", kind="iter")
def tqdm(iterable=None, desc=None, total=None, **kwargs): ...
@breaks("GB0007", "GB0008", "GB0069", "GB0156", kind="skipped-call")
@transfer("iterator", kind="range")
def trange(*args, **kwargs): ...
