"""torch.utils.hooks."""

from graphmend import breaks, transfer

class RemovableHandle:
    id: int
    # Of a module's hook.
    @breaks("GB0013", kind="autograd")
    @transfer("remove_hook")
    def remove(self) -> None: ...
    def __enter__(self) -> RemovableHandle: ...
    @transfer("remove_hook")
    def __exit__(self, *args) -> None: ...
class _OfTensor(RemovableHandle):
    def remove(self) -> None: ...
