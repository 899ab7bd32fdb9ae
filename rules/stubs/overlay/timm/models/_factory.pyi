"""timm's models by name: each is a function of its name in the package, `levit_128s` of "levit_128s.fb"."""

@transfer("package_function", does="call")
def create_model(model_name: str, pretrained: bool = False, pretrained_cfg=None, pretrained_cfg_overlay=None, checkpoint_path=None, cache_dir=None, scriptable=None, exportable=None, no_jit=None, **kwargs): ...
# Where the function is looked for.
packages = "timm.models"
