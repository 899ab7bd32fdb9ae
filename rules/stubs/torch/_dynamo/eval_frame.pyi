"""torch._dynamo.eval_frame."""

from graphmend import Opaque
from torch._dynamo import disable, explain, optimize
from torch.nn import Module

class OptimizedModule(Module):
    _orig_mod: Module
