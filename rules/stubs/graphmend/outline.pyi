"""graphmend.outline: code that runs uncompiled, as one operator; see python/graphmend/outline.py."""

from graphmend import transfer

@transfer("untraced", kind="operator")
def region(changes: str, fn=None, /): ...

@transfer("untraced", kind="operator")
def computed(fn, /): ...

@transfer("untraced", kind="operator")
def changing(names: str, fn=None, /): ...

@transfer("untraced", kind="operator")
def saying(fn, /): ...
