"""xformers: masks that are objects. Making one reads lengths and devices in Python."""

from graphmend import breaks, transfer, unmeasured

class AttentionBias: ...
class LowerTriangularMask(AttentionBias):
    @unmeasured("needs xformers, which only builds beside CUDA")
    @breaks("GB0208", kind="skipped-call")
    def __init__(self, device=None) -> None: ...
class BlockDiagonalMask(AttentionBias):
    @classmethod
    @unmeasured("needs xformers, which only builds beside CUDA")
    @breaks("GB0007", kind="skipped-call")
    @transfer("new_instance", made="by_constructor")
    def from_seqlens(cls, q_seqlen, kv_seqlen=None, *, device=None) -> BlockDiagonalMask: ...
class BlockDiagonalCausalMask(BlockDiagonalMask): ...
