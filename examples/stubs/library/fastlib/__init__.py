"""A library that graphmend knows nothing of; docs/stubs.md describes it."""


def score(x, out=None):
    return x if out is None else out
