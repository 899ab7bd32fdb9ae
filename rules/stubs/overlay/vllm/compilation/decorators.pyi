"""vLLM: its class decorator compiles the forward of a module as one graph."""

@compiles("cls", fullgraph=True)
@transfer("decorate")
def support_torch_compile(cls=None, *, dynamic_arg_dims=None, mark_unbacked_dims=None, enable_if=None, shape_invariants=None, **kwargs): ...
