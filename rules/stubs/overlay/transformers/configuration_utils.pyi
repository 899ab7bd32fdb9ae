"""transformers' configurations: what files on a hub say."""

class PreTrainedConfig:
    @transfer("from_hub", what="config")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
# Its name before release 5.
class PretrainedConfig:
    @transfer("from_hub", what="config")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
