"""transformers' auto classes: which model a configuration is of stands in tables of names beside them."""

class _BaseAutoModelClass:
    @transfer("from_hub", what="model_of_config")
    def from_config(cls, config, **kwargs): ...
    @transfer("from_hub", what="model")
    def from_pretrained(cls, pretrained_model_name_or_path, *model_args, config=None, **kwargs): ...
# Copied under another docstring.
@transfer("identity_decorator")
def copy_func(f): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
