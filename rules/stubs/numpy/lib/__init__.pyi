"""numpy.lib."""

from . import stride_tricks
