"""torch.nn.utils.stateless."""

from graphmend import breaks, transfer
from torch.nn import Module

@breaks("GB0007", kind="skipped-call")
@transfer("call_module", which="passed")
def functional_call(module: Module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights: bool = True, strict: bool = False): ...
