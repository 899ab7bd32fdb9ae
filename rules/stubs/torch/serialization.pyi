"""torch.serialization."""

from torch._modes import load, save

def add_safe_globals(safe_globals) -> None: ...
