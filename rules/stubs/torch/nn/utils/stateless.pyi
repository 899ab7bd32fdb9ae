"""torch.nn.utils.stateless."""

from torch.nn import Module

def functional_call(module: Module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights: bool = True, strict: bool = False): ...
