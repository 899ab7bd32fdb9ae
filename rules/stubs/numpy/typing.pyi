"""numpy.typing."""

from graphmend import Opaque
from numpy import ndarray

NDArray: Opaque
ArrayLike: Opaque
DTypeLike: Opaque
