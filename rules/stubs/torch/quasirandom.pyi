"""torch.quasirandom."""

from graphmend import breaks
from torch import Tensor

class SobolEngine:
    MAXBIT: int
    MAXDIM: int
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, dimension: int, scramble: bool = False, seed=None) -> None: ...
    @breaks("GB0008", kind="skipped-call")
    def draw(self, n: int = 1, out=None, dtype=None) -> Tensor: ...
    def reset(self) -> SobolEngine: ...
    def fast_forward(self, n: int) -> SobolEngine: ...
