"""fnmatch: the pattern is turned into a regular expression behind a cache, which is not traced."""

from graphmend import breaks, effect

@effect("pure")
@breaks("GB0059", kind="skipped-call")
def fnmatch(name, pat) -> bool: ...
@effect("pure")
@breaks("GB0059", kind="skipped-call")
def fnmatchcase(name, pat) -> bool: ...
@effect("pure")
@breaks("GB0059", kind="skipped-call")
def filter(names, pat) -> list[str]: ...
@effect("pure")
@breaks("GB0059", kind="skipped-call")
def translate(pat) -> str: ...
