"""transformers' models: what files on a hub describe."""

class PreTrainedModel:
    @transfer("from_hub", what="model")
    def from_pretrained(cls, pretrained_model_name_or_path, *model_args, config=None, **kwargs): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
