"""torch.nn.attention.bias: a tensor subclass that is built where it is traced."""

from graphmend import breaks
from torch import Tensor

class CausalBias(Tensor): ...

@breaks("GB0026", kind="skipped-call")
def causal_upper_left(*size: int) -> CausalBias: ...
@breaks("GB0026", kind="skipped-call")
def causal_lower_right(*size: int) -> CausalBias: ...
