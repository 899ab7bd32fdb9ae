"""torch.nn.parallel."""

from graphmend import breaks, transfer
from torch.nn import DataParallel, Module

class DistributedDataParallel(Module):
    module: Module
    wrapped_module = "module"
    @transfer("keep_arguments")
    def __init__(self, module: Module, device_ids=None, output_device=None, dim: int = 0, broadcast_buffers: bool = True, init_sync: bool = True, process_group=None, bucket_cap_mb=None, find_unused_parameters: bool = False, check_reduction: bool = False, gradient_as_bucket_view: bool = False, static_graph: bool = False, **kwargs) -> None: ...
    # A context manager of its own, and its logger where gradients are needed; what it wraps is
    # compiled all the same.
    @breaks("GB0007", "GB0156", kind="module-call")
    @transfer("call_module", which="wrapped")
    def forward(self, *inputs, **kwargs): ...
    def no_sync(self): ...
