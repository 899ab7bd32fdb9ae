"""transformers' configurations: what files on a hub say."""

class PreTrainedConfig:
    @transfer("config_of_hub")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
# Its name before release 5.
class PretrainedConfig:
    @transfer("config_of_hub")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
