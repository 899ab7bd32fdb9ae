"""typing_extensions."""

from typing import *

from graphmend import transfer

@transfer("identity_decorator")
def deprecated(message: str, /, *, category=..., stacklevel: int = 1): ...
