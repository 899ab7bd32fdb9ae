"""transformers' settings for training: whether the model is compiled."""

class TrainingArguments:
    torch_compile: bool
    torch_compile_backend: str | None
    torch_compile_mode: str | None
    @transfer("keep_arguments")
    def __init__(self, output_dir=None, *args, torch_compile=False, torch_compile_backend=None, torch_compile_mode=None, **kwargs) -> None: ...
    # It checks and completes what was passed.
    def __post_init__(self) -> None: ...
