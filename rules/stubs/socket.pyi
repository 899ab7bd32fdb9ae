"""socket."""

from graphmend import breaks

@breaks("GB0007", kind="io")
def gethostname() -> str: ...
