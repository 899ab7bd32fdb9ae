"""apex's compiled extension of its normalization."""

from graphmend import breaks, unmeasured

@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def forward(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def forward_affine(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def backward(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def backward_affine(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def rms_forward(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def rms_forward_affine(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def rms_backward(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def rms_backward_affine(*args, **kwargs): ...
