"""torch.backends.opt_einsum."""

enabled: bool
strategy: str
def is_available() -> bool: ...
