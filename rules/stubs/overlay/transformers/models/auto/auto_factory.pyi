"""transformers' auto classes: which model a configuration is of stands in tables of names beside them."""

class _BaseAutoModelClass:
    @transfer("model_of_config")
    def from_config(cls, config, **kwargs): ...
# Copied under another docstring.
@transfer("identity_decorator")
def copy_func(f): ...
