"""transformers' AutoConfig: of which class a configuration is stands in a table of names beside it."""

class AutoConfig:
    @transfer("config_of_hub")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
