"""torch.cuda.amp."""

from graphmend import transfer
from torch.amp import GradScaler, autocast

@transfer("identity_decorator")
def custom_fwd(fwd=None, *, cast_inputs=None): ...
@transfer("identity_decorator")
def custom_bwd(bwd=None): ...
