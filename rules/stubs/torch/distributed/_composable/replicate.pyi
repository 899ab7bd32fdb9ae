"""torch.distributed._composable.replicate."""

from graphmend import transfer

# Changes the module in place.
@transfer("identity_decorator")
def replicate(module, ignored_modules=None, **kwargs): ...
