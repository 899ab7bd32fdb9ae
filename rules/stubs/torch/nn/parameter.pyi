"""torch.nn.parameter."""

from torch.nn import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

def is_lazy(param) -> bool: ...
