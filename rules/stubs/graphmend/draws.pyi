"""graphmend.draws: random numbers that a graph draws when it runs; see python/graphmend/draws.py."""

from graphmend import FloatTensor, IntTensor, effect

@effect("random")
def number(function, *args) -> FloatTensor[0]: ...
@effect("random")
def whole(function, *args) -> IntTensor[0]: ...
