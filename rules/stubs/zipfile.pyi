"""zipfile."""

from graphmend import breaks

class ZipFile:
    @breaks("GB0059", kind="io")
    def __init__(self, *args, **kwargs) -> None: ...
    @breaks("GB0142", kind="context")
    def __enter__(self): ...
    def __exit__(self, *args) -> None: ...
