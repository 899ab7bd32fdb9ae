"""torch.fx.experimental.proxy_tensor."""

from graphmend import breaks
# Not traced, whatever they are called with.
class FakeTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class FakeTensorMode:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class FunctionalTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def dispatch_trace(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def is_fake(*args, **kwargs): ...
