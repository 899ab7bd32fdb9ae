"""torch.autograd.variable."""

from graphmend import breaks, transfer
from torch import Tensor

@breaks("GB0007", kind="skipped-call")
@transfer("from_data")
def Variable(data: Tensor, requires_grad: bool = False) -> Tensor: ...
