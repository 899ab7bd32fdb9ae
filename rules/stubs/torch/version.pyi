"""torch.version."""

__version__: str
cuda: str | None
hip: str | None
git_version: str
