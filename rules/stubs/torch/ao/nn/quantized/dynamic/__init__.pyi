"""torch.ao.nn.quantized.dynamic: their packed weights are no input of a graph."""

from graphmend import breaks
from torch import Tensor
from torch.nn import Module

class Linear(Module):
    in_features: int
    out_features: int
    def __init__(self, in_features: int, out_features: int, bias_: bool = True, dtype=None) -> None: ...
    @breaks("GB0055", kind="skipped-call")
    def forward(self, x: Tensor) -> Tensor: ...
class LSTM(Module):
    def __init__(self, *args, **kwargs) -> None: ...
    @breaks("GB0055", kind="skipped-call")
    def forward(self, input: Tensor, hx=None) -> tuple[Tensor, tuple[Tensor, Tensor]]: ...
class GRUCell(Module):
    def __init__(self, *args, **kwargs) -> None: ...
    @breaks("GB0055", kind="skipped-call")
    def forward(self, input: Tensor, hx=None) -> Tensor: ...
