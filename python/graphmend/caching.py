"""A functools.cached_property that compiled code reads without a break.

`graphmend check --fix` writes it in the place of the one that it is derived from:

    @graphmend.caching.cached_property
    def factor(self):
        return self.width ** -0.5

Before Python 3.12, functools.cached_property takes a lock where it computes the value, one for all
instances, and Dynamo breaks the graph there. Without the compiler nothing differs. While Dynamo
traces, the value is computed as by any method, and is kept in the instance's `__dict__`, from where
it is read ever after.
"""

import functools

import torch

__all__ = ["cached_property"]

_MISSING = object()


class cached_property(functools.cached_property):
    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if not torch.compiler.is_compiling():
            return super().__get__(instance, owner)
        if not torch.compiler.is_dynamo_compiling():
            # Not traced, but asked by the compiler itself, to answer `hasattr` or to guard a graph by it.
            # A value that was kept now would contradict the guards on what the instance holds.
            return self.func(instance)
        kept = instance.__dict__
        value = kept.get(self.attrname, _MISSING)
        if value is _MISSING:
            value = self.func(instance)
            kept[self.attrname] = value
        return value
