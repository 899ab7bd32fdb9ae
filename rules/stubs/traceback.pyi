"""traceback."""

from graphmend import breaks

@breaks("GB0059", kind="print")
def print_exc(limit=None, file=None, chain: bool = True) -> None: ...
@breaks("GB0007", kind="skipped-call")
def format_stack(f=None, limit=None) -> list[str]: ...
# BUILTIN_SKIPLIST of trace_rules.py has traceback up to 2.10.0.
@breaks("GB0007", kind="skipped-call", before=(2, 11))
# Of an exception that is handled: its traceback is none of Python's.
@breaks("GB9625", kind="skipped-call")
def format_exc(limit=None, chain: bool = True) -> str: ...
@breaks("GB9625", kind="skipped-call")
def format_exception(exc, /, value=..., tb=..., limit=None, chain: bool = True) -> list[str]: ...
