"""torch.testing."""

from graphmend import breaks
from torch import Tensor

@breaks("GB0170", kind="data-predicate")
def assert_close(actual, expected, *, allow_subclasses: bool = True, rtol: float | None = None, atol: float | None = None, equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True, check_layout: bool = True, check_stride: bool = False, msg=None) -> None: ...
def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad: bool = False, noncontiguous: bool = False, exclude_zero: bool = False, memory_format=None) -> Tensor: ...
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def assert_allclose(*args, **kwargs): ...
