"""numpy.lib.stride_tricks: views that are not traced."""

from graphmend import breaks
from numpy import ndarray

@breaks("GB0156", kind="numpy")
def sliding_window_view(x, window_shape, axis=None, *, subok: bool = False, writeable: bool = False) -> ndarray: ...
@breaks("GB0007", kind="numpy")
def as_strided(x, shape=None, strides=None, subok: bool = False, writeable: bool = True) -> ndarray: ...
