"""Modules whose activations are computed again in the backward pass."""

from graphmend import Opaque, transfer
from torch.nn import Module

class CheckpointImpl:
    REENTRANT: Opaque
    NO_REENTRANT: Opaque

class CheckpointWrapper(Module):
    _checkpoint_wrapped_module: Module
    wrapped_module = "_checkpoint_wrapped_module"
    @transfer("keep_arguments")
    def __init__(self, _checkpoint_wrapped_module: Module, checkpoint_impl=..., checkpoint_fn=None, **checkpoint_fn_kwargs) -> None: ...
    @transfer("call_module", which="wrapped")
    def forward(self, *args, **kwargs): ...
    # Attributes that it has not are those of the module.
    def __getattr__(self, name: str): ...

checkpoint_wrapper = CheckpointWrapper
def apply_activation_checkpointing(model: Module, checkpoint_wrapper_fn=..., check_fn=..., auto_wrap_policy=None) -> None: ...
