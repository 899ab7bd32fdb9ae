"""diffusers' pipelines: what files on a hub describe is of the types that the constructor declares."""

class DiffusionPipeline:
    @transfer("new_instance", made="by_constructor")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
    @transfer("set_attributes")
    def register_modules(self, **kwargs): ...
