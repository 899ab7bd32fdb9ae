"""apex: an MLP in one compiled function."""

from graphmend import breaks, unmeasured
from torch import FloatTensor, Tensor
from torch.nn import Module

class MLP(Module):
    @unmeasured("needs CUDA")
    @breaks("GB0007", kind="skipped-call")
    def forward(self, input: Tensor) -> FloatTensor: ...
