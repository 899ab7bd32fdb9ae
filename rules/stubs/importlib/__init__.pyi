"""importlib."""

from importlib import metadata, util

from graphmend import Opaque, breaks, transfer

@breaks("GB0007", kind="skipped-call")
@transfer("import_module")
def import_module(name: str, package=None) -> Opaque: ...
@breaks("GB0007", kind="skipped-call")
def reload(module) -> Opaque: ...
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def invalidate_caches(*args, **kwargs): ...
