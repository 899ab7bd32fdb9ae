"""PIL.Image."""

from graphmend import Opaque

class Image:
    size: tuple[int, int]
    width: int
    height: int
    mode: str
def open(fp, mode: str = "r", formats=None) -> Image: ...
def fromarray(obj, mode=None) -> Image: ...
