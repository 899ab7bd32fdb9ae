"""torch.nn.utils.parametrizations: each returns the module it was given."""

from graphmend import transfer
from torch.nn import Module

@transfer("identity_decorator")
def weight_norm(module: Module, name: str = "weight", dim: int = 0) -> Module: ...
@transfer("parametrized")
def spectral_norm(module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None) -> Module: ...
@transfer("identity_decorator")
def orthogonal(module: Module, name: str = "weight", orthogonal_map=None, *, use_trivialization: bool = True) -> Module: ...
