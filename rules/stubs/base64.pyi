"""base64."""

from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def b64encode(s, altchars=None) -> bytes: ...
@breaks("GB0007", kind="skipped-call")
def b64decode(s, altchars=None, validate: bool = False) -> bytes: ...
