"""torchvision: read from its source where that is among the files."""
