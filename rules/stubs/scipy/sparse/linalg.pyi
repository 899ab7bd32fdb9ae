"""scipy.sparse.linalg."""

from graphmend import Opaque, breaks

@breaks("GB0157", kind="skipped-call")
def eigsh(*args, **kwargs) -> Opaque: ...
@breaks("GB0157", kind="skipped-call")
def svds(*args, **kwargs) -> Opaque: ...
