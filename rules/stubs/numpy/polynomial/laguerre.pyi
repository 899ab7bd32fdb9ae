"""numpy.polynomial.laguerre."""

from graphmend import breaks
from numpy import ndarray

@breaks("GB0007", kind="numpy")
def laggauss(deg: int) -> tuple[ndarray, ndarray]: ...
