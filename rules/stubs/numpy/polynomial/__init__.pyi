"""numpy.polynomial."""

from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre
