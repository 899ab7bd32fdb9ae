"""torch.utils.hooks."""

from graphmend import breaks

class RemovableHandle:
    id: int
    @breaks("GB0013", kind="autograd")
    def remove(self) -> None: ...
    def __enter__(self) -> RemovableHandle: ...
    def __exit__(self, *args) -> None: ...
