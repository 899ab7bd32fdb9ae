"""numpy.polynomial.hermite."""

from graphmend import breaks
from numpy import ndarray

@breaks("GB0007", kind="numpy")
def hermgauss(deg: int) -> tuple[ndarray, ndarray]: ...
