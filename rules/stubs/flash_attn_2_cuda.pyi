"""flash-attn's compiled extension."""

from graphmend import breaks, unmeasured

@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def fwd(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def bwd(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def varlen_fwd(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def varlen_bwd(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def fwd_kvcache(*args, **kwargs): ...
