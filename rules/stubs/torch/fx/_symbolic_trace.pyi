"""torch.fx._symbolic_trace."""

from graphmend import constant

@constant(False)
def is_fx_tracing() -> bool: ...
@constant(False)
def is_fx_symbolic_tracing() -> bool: ...
