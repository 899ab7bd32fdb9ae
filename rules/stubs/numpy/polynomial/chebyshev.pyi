"""numpy.polynomial.chebyshev."""

from graphmend import breaks
from numpy import ndarray

@breaks("GB0007", kind="numpy")
def chebgauss(deg: int) -> tuple[ndarray, ndarray]: ...
