"""torch.autograd.function: Function.apply is traced through the forward method."""

from graphmend import Opaque, breaks, has_class_method, needs_grad, overrides, transfer
from torch import Tensor

class FunctionCtx:
    needs_input_grad: tuple[bool, ...]
    saved_tensors: tuple[Tensor, ...]
    saved_variables: tuple[Tensor, ...]
    def save_for_backward(self, *tensors: Tensor) -> None: ...
    def save_for_forward(self, *tensors: Tensor) -> None: ...
    def mark_dirty(self, *args: Tensor) -> None: ...
    def mark_non_differentiable(self, *args: Tensor) -> None: ...
    def set_materialize_grads(self, value: bool) -> None: ...

class Function(FunctionCtx):
    @classmethod
    @breaks("GB0144", kind="autograd", when=overrides(cls, "jvp") and needs_grad(args), note="an argument takes part in autograd")
    # Of a class method, the arguments do not fit: Dynamo passes the class, or the context, twice. A forward that is given
    # fewer than it takes breaks with another id: GB0088, or GB0467 where it sets an attribute of the context.
    @breaks("GB7312", kind="autograd", when=has_class_method(cls, "forward") and needs_grad(args), note="an argument takes part in autograd")
    @breaks("GB7312", kind="autograd", when=has_class_method(cls, "backward") and needs_grad(args), note="an argument takes part in autograd")
    @transfer("autograd_apply")
    def apply(cls, *args, **kwargs): ...

class NestedIOFunction(Function): ...
class InplaceFunction(Function): ...

@transfer("identity_decorator")
def once_differentiable(fn): ...
