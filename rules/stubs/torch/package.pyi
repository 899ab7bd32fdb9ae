"""torch.package."""

from graphmend import breaks
# Not traced, whatever they are called with.
class Directory:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class GlobGroup:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class OrderedImporter:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class PackageImporter:
    @breaks("GB0008", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def is_from_package(*args, **kwargs): ...
