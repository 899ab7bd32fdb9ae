"""diffusers' models: which parts of one are compiled one by one."""

class ModelMixin:
    @transfer("compile", what="blocks")
    def compile_repeated_blocks(self, *args, **kwargs) -> None: ...
