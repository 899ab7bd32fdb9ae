"""torchvision's models by name: each is a function of its name in one of the packages."""

@transfer("package_function", does="call")
def get_model(name: str, **config): ...
@transfer("package_function", does="give")
def get_model_builder(name: str): ...
# Where the function is looked for.
packages = "torchvision.models torchvision.models.detection torchvision.models.segmentation torchvision.models.optical_flow torchvision.models.video torchvision.models.quantization"
