"""transformers' AutoConfig: of which class a configuration is stands in a table of names beside it."""

class AutoConfig:
    @transfer("from_hub", what="config")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
