"""torch.nn.modules.loss."""

from torch.nn import *
from torch.nn import Module

class _Loss(Module):
    reduction: str
    def __init__(self, size_average=None, reduce=None, reduction: str = "mean") -> None: ...
class _WeightedLoss(_Loss):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction: str = "mean") -> None: ...
