"""transformers' models: what files on a hub describe."""

class PreTrainedModel:
    @transfer("model_of_hub")
    def from_pretrained(cls, pretrained_model_name_or_path, *model_args, config=None, **kwargs): ...
# Where the registry of configurations is.
configurations = "transformers.models.auto.configuration_auto"
