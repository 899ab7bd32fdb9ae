"""torch.utils.flop_counter."""

from graphmend import breaks
# Not traced, whatever they are called with.
class FlopCounterMode:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
