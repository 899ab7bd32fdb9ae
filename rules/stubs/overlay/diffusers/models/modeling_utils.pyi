"""diffusers' models: which parts of one are compiled one by one."""

class ModelMixin:
    @transfer("compile_blocks")
    def compile_repeated_blocks(self, *args, **kwargs) -> None: ...
