"""hashlib."""

from graphmend import Opaque, breaks

@breaks("GB0007", kind="skipped-call")
def md5(*args, **kwargs) -> Opaque: ...
@breaks("GB0007", kind="skipped-call")
def sha1(*args, **kwargs) -> Opaque: ...
@breaks("GB0007", kind="skipped-call")
def sha256(*args, **kwargs) -> Opaque: ...
