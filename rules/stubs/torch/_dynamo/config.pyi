"""torch._dynamo.config: the flags, as Dynamo reads them while it traces."""

from graphmend import transfer

capture_scalar_outputs: bool
capture_dynamic_output_shape_ops: bool
cache_size_limit: int
recompile_limit: int
suppress_errors: bool

class _Patch:
    def __enter__(self): ...
    def __exit__(self, *args) -> None: ...
    @transfer("decorator_call")
    def __call__(self, f): ...

@transfer("config_patch")
def patch(arg1=None, arg2=None, **changes) -> _Patch: ...

class _ReorderableFunctions:
    """Functions whose calls are moved behind the graph; bound methods have no effect here."""
    @transfer("dynamo_logging", functions="reordered")
    def add(self, function) -> None: ...

class _IgnoredFunctions:
    """Functions whose calls are dropped while compiling."""
    @transfer("dynamo_logging", functions="ignored")
    def add(self, function) -> None: ...

reorderable_logging_functions: _ReorderableFunctions
ignore_logging_functions: _IgnoredFunctions
