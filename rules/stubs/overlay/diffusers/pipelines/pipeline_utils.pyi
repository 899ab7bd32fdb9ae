"""diffusers' pipelines: what files on a hub describe is of the types that the constructor declares."""

class DiffusionPipeline:
    @transfer("generic_instance")
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs): ...
    @transfer("set_attributes")
    def register_modules(self, **kwargs): ...
