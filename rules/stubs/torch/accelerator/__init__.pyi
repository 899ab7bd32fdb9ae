"""torch.accelerator."""

from graphmend import breaks

from torch import device

# trace_rules.py skips all of torch.accelerator up to 2.7; since 2.8 it lists these as in the graph, and
# variables/torch.py folds is_available.
@breaks(kind="skipped-call", before=(2, 8))
def is_available() -> bool: ...
# As is_available.
@breaks(kind="skipped-call", before=(2, 8))
def current_accelerator(check_available: bool = False) -> device | None: ...
# As is_available.
@breaks(kind="skipped-call", before=(2, 8))
def device_count() -> int: ...
# As is_available.
@breaks(kind="skipped-call", before=(2, 8))
def synchronize(device=None, /) -> None: ...
