"""apex: linear layers with what follows them, in a compiled function."""

from graphmend import breaks, unmeasured
from torch import FloatTensor, Tensor
from torch.nn import Module

class FusedDense(Module):
    @unmeasured("needs CUDA")
    @breaks("GB0007", kind="skipped-call")
    def forward(self, input: Tensor) -> FloatTensor: ...
class FusedDenseGeluDense(Module):
    @unmeasured("needs CUDA")
    @breaks("GB0007", kind="skipped-call")
    def forward(self, input: Tensor) -> FloatTensor: ...
