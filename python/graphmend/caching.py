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
import sys
import threading

import torch

__all__ = ["cached_property"]

_MISSING = object()


def _is_of_compiler(frame):
    # Guards are tried by texts that are evaluated without a module.
    module = frame.f_globals.get("__name__")
    return module is None or module.startswith(("torch._dynamo", "torch._guards"))


# `compiler`: whether the value is computed for the compiler, which then also asks for what it is made from.
_asked = threading.local()


class cached_property(functools.cached_property):
    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if not torch.compiler.is_dynamo_compiling():
            # Not traced. Where the compiler itself asks, to answer `hasattr` or to guard a graph by it, a
            # value that was kept now would contradict the guards on what the instance holds.
            nested = getattr(_asked, "compiler", False)
            if torch.compiler.is_compiling() and (nested or _is_of_compiler(sys._getframe(1))):
                _asked.compiler = True
                try:
                    return self.func(instance)
                finally:
                    _asked.compiler = nested
            return super().__get__(instance, owner)
        kept = instance.__dict__
        value = kept.get(self.attrname, _MISSING)
        if value is _MISSING:
            value = self.func(instance)
            kept[self.attrname] = value
        return value
