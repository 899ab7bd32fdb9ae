"""torch.sparse."""

from graphmend import SparseTensor, breaks, op, result, transfer
from torch import Tensor

@op("costly")
@breaks("GB0015", kind="skipped-call")
def mm(mat1: Tensor, mat2: Tensor) -> Tensor[2]: ...
@op("reduction")
@result("another_shape")
@transfer("reduce", dtype="summed")
def sum(input: Tensor, dim=None, dtype=None) -> Tensor: ...
@op("elementwise")
@result("mixed")
@transfer("same")
def softmax(input: Tensor, dim: int, *, dtype=None) -> Tensor: ...
@breaks("GB0277", kind="skipped-call")
def spdiags(diagonals: Tensor, offsets: Tensor, shape, layout=None) -> SparseTensor: ...
# Not traced, whatever they are called with.
class BFloat16Tensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class ByteTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class CharTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class DoubleTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class FloatTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class HalfTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class IntTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class LongTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class ShortTensor:
    @breaks("GB0007", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def spsolve(*args, **kwargs): ...
