"""torch._dynamo.external_utils."""

from graphmend import constant

@constant(True)
def is_compiling() -> bool: ...
