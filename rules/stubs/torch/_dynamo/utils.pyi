"""torch._dynamo.utils: Dynamo traces nothing of its own."""

from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def is_compile_supported(device_type) -> bool: ...
@breaks("GB0007", kind="skipped-call")
def same(ref, res, *args, **kwargs) -> bool: ...
