"""torch.onnx."""

from graphmend import Opaque, constant
from torch.onnx import operators

@constant(False)
def is_in_onnx_export() -> bool: ...
def export(model, args=(), f=None, **kwargs) -> Opaque: ...
