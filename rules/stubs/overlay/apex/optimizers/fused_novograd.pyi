"""apex: the parameters are passed to a compiled function, many at a time."""

from graphmend import breaks, unmeasured
from torch.optim import Optimizer

class FusedNovoGrad(Optimizer):
    @unmeasured("needs CUDA")
    @breaks("GB0007", kind="skipped-call")
    def step(self, closure=None): ...
