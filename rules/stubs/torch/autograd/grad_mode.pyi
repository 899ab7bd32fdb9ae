"""torch.autograd.grad_mode."""

from graphmend import breaks
from torch._modes import enable_grad, inference_mode, no_grad, set_grad_enabled

class set_multithreading_enabled:
    def __init__(self, mode: bool) -> None: ...
    @breaks("GB0142", "GB0008", kind="context")
    def __enter__(self) -> None: ...
    def __exit__(self, *args) -> None: ...
