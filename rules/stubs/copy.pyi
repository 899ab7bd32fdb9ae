"""copy: plain data is copied while tracing, tensors and modules are not."""

from graphmend import breaks, holds_tensor, is_container, is_tensor, transfer

@breaks("GB4198", kind="skipped-call", when=holds_tensor(x))
@transfer("deepcopy")
def deepcopy(x, memo=None, _nil=...): ...
@breaks("GB0208", kind="skipped-call", when=is_tensor(x))
@breaks("GB0007", kind="skipped-call", when=is_container(x))
@transfer("deepcopy")
def copy(x): ...
