"""torch.autograd.functional: left to Python, which calls the function."""

from graphmend import breaks, transfer
from torch import Tensor

@breaks("GB0055", kind="autograd")
@transfer("call_with_inputs")
def jacobian(func, inputs, create_graph: bool = False, strict: bool = False, vectorize: bool = False, strategy: str = "reverse-mode") -> Tensor: ...
@breaks("GB0055", kind="autograd")
@transfer("call_with_inputs")
def hessian(func, inputs, create_graph: bool = False, strict: bool = False, vectorize: bool = False, outer_jacobian_strategy: str = "reverse-mode") -> Tensor: ...
@breaks("GB0055", kind="autograd")
@transfer("call_with_inputs")
def vjp(func, inputs, v=None, create_graph: bool = False, strict: bool = False) -> tuple[Tensor, Tensor]: ...
@breaks("GB0055", kind="autograd")
@transfer("call_with_inputs")
def jvp(func, inputs, v=None, create_graph: bool = False, strict: bool = False) -> tuple[Tensor, Tensor]: ...
@breaks("GB0055", kind="autograd")
@transfer("call_with_inputs")
def vhp(func, inputs, v=None, create_graph: bool = False, strict: bool = False) -> tuple[Tensor, Tensor]: ...
@breaks("GB0055", kind="autograd")
@transfer("call_with_inputs")
def hvp(func, inputs, v=None, create_graph: bool = False, strict: bool = False) -> tuple[Tensor, Tensor]: ...
