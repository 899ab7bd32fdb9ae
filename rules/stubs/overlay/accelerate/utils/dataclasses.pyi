"""Accelerate's settings: how modules are compiled."""

class TorchDynamoPlugin:
    backend: str | None
    mode: str | None
    fullgraph: bool | None
    disable: bool
    @transfer("keep_arguments")
    def __init__(self, backend=None, mode=None, fullgraph=None, dynamic=None, options=None, disable=False, use_regional_compilation=None) -> None: ...
    # What was not passed comes from the environment.
    def __post_init__(self) -> None: ...
