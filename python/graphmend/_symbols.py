"""What this release of torch lets its fake tensors be told. Imported by what is being compiled, which has imported the
compiler: that takes a second."""

import dataclasses

from torch.fx.experimental import symbolic_shapes

_SETTINGS = getattr(symbolic_shapes, "ShapeEnvSettings", None)
_FIELDS = dataclasses.fields(_SETTINGS) if dataclasses.is_dataclass(_SETTINGS) else ()

TELLS_SIZES = any(field.name == "allow_dynamic_output_shape_ops" for field in _FIELDS)
