"""xformers: unbind, whose derivative is a class method, which Dynamo calls as a static one."""

from graphmend import breaks, needs_grad, transfer, unmeasured
from torch import Tensor

@unmeasured("needs xformers, which only builds beside CUDA")
@breaks("GB0088", kind="autograd", when=needs_grad(x))
@transfer("unbind")
def unbind(x: Tensor, dim: int) -> tuple[Tensor, ...]: ...
