"""apex: calls a compiled function with many tensors."""

from graphmend import breaks, unmeasured

class MultiTensorApply:
    @unmeasured("needs CUDA")
    @breaks("GB0007", kind="skipped-call")
    def __call__(self, op, noop_flag_buffer, tensor_lists, *args): ...
