"""torch.onnx.operators."""

from graphmend import IntTensor
from torch import Tensor

def shape_as_tensor(x: Tensor) -> IntTensor[1]: ...
def reshape_from_tensor_shape(x: Tensor, shape: Tensor) -> Tensor: ...
