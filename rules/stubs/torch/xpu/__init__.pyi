"""torch.xpu."""

from graphmend import breaks

# MOD_SKIPLIST of trace_rules.py has torch.xpu, and its functions are in the graph since 2.8.
@breaks(kind="skipped-call", before=(2, 8))
def is_available() -> bool: ...
# As is_available.
@breaks(kind="skipped-call", before=(2, 8))
def empty_cache() -> None: ...
# As is_available.
@breaks(kind="skipped-call", before=(2, 8))
def synchronize(device=None) -> None: ...
