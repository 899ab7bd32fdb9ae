"""torch.autograd.functional."""

from graphmend import breaks
from torch import Tensor

@breaks("GB0055", kind="autograd")
def jacobian(func, inputs, create_graph: bool = False, strict: bool = False, vectorize: bool = False, strategy: str = "reverse-mode") -> Tensor: ...
