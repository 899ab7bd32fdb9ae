"""tarfile."""

from graphmend import breaks

class TarFile:
    @breaks("GB0142", kind="context")
    def __enter__(self): ...
    def __exit__(self, *args) -> None: ...
@breaks("GB0059", kind="io")
def open(*args, **kwargs) -> TarFile: ...
