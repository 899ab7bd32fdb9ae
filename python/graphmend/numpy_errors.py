"""``numpy.errstate`` that a graph goes through.

    with graphmend.numpy_errors.state(divide="ignore"):     with np.errstate(divide="ignore"):

Where Python runs, it is ``numpy.errstate``. In a graph torch computes what NumPy would, and tells of
no errors in numbers: there it does nothing. Dynamo follows it, because compiled code makes it.
"""

import torch

__all__ = ["state"]


class state:  # noqa: N801, the name of a context manager
    def __init__(self, **actions):
        self._actions, self._entered = actions, None

    def __enter__(self):
        if not torch.compiler.is_compiling():
            import numpy

            self._entered = numpy.errstate(**self._actions)
            self._entered.__enter__()

    def __exit__(self, *raised):
        # What Python has entered is left, also where the end of the block is compiled.
        if self._entered is not None:
            self._entered.__exit__(*raised)
            self._entered = None
