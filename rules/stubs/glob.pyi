"""glob."""

from graphmend import breaks

@breaks("GB0007", kind="io")
def glob(pathname: str, *, root_dir=None, dir_fd=None, recursive: bool = False, include_hidden: bool = False) -> list[str]: ...
