"""shutil."""

from graphmend import breaks, effect

@effect("asks_machine")
@breaks("GB0007", kind="io")
def which(cmd, mode: int = 1, path=None) -> str | None: ...
@breaks("GB0007", kind="io")
def rmtree(path, ignore_errors: bool = False, onerror=None, *, dir_fd=None) -> None: ...
# Not traced, whatever they are called with.
@breaks("GB0156", kind="skipped-call")
def get_terminal_size(*args, **kwargs): ...
