"""torch._dynamo.config: the flags, as Dynamo reads them while it traces."""

capture_scalar_outputs: bool
capture_dynamic_output_shape_ops: bool
cache_size_limit: int
recompile_limit: int
suppress_errors: bool
