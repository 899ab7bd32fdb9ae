"""graphmend.outline: code that runs uncompiled, as one operator; see python/graphmend/outline.py."""

from graphmend import transfer

@transfer("custom_op")
def region(changes: str, fn=None, /): ...
