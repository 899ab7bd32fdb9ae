"""torch.distributed.tensor: what is local is taken as it is (DTensor.from_local, to_local, full_tensor,
redistribute are traced), what is whole is not dealt out while tracing."""

from graphmend import breaks, given, unmeasured
from torch.distributed.device_mesh import init_device_mesh

@unmeasured("needs a process group")
@breaks("GB0007", kind="skipped-call")
def distribute_tensor(tensor, device_mesh=None, placements=None, *, src_data_rank=0): ...
@unmeasured("needs a process group")
@breaks("GB0055", kind="skipped-call", when=given(device_mesh))
def zeros(*size, requires_grad: bool = False, dtype=None, layout=None, device_mesh=None, placements=None): ...
