"""Runs of code that nobody shall hear: what the compiler tries on tensors without data, and what runs
once more in a backward pass. The messages of such a run are those of a run that the program does not
make; they are neither made nor shown."""

import contextlib
import threading

__all__ = ["is_running", "run"]


class _Thread(threading.local):
    depth = 0


_THREAD = _Thread()


def is_running():
    return _THREAD.depth > 0


@contextlib.contextmanager
def run():
    _THREAD.depth += 1
    try:
        yield
    finally:
        _THREAD.depth -= 1
