"""torch.utils.dlpack."""

from graphmend import Opaque
from torch import Tensor

def to_dlpack(tensor: Tensor) -> Opaque: ...
def from_dlpack(ext_tensor, *, device=None, copy=None) -> Tensor: ...
