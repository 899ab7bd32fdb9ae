"""torch.nn.attention."""

from graphmend import Opaque
from torch.nn.attention import bias, flex_attention

class SDPBackend:
    MATH: Opaque
    FLASH_ATTENTION: Opaque
    EFFICIENT_ATTENTION: Opaque
    CUDNN_ATTENTION: Opaque
    OVERRIDEABLE: Opaque
    ERROR: Opaque

class sdpa_kernel:
    def __init__(self, backends, set_priority: bool = False) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *args) -> None: ...
