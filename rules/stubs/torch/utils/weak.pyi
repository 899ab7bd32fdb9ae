"""torch.utils.weak."""

from graphmend import breaks
# Not traced, whatever they are called with.
class TensorWeakRef:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class WeakIdKeyDictionary:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class WeakIdRef:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
