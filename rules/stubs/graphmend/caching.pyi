"""graphmend.caching: a cached property that is traced; see python/graphmend/caching.py."""

from graphmend import transfer

@transfer("descriptor", kind="property")
def cached_property(func): ...
