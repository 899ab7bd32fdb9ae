"""torch.nn.parallel."""

from torch.nn import DataParallel, Module

class DistributedDataParallel(Module):
    module: Module
    def __init__(self, module: Module, device_ids=None, output_device=None, dim: int = 0, broadcast_buffers: bool = True, init_sync: bool = True, process_group=None, bucket_cap_mb=None, find_unused_parameters: bool = False, check_reduction: bool = False, gradient_as_bucket_view: bool = False, static_graph: bool = False, **kwargs) -> None: ...
    def no_sync(self): ...
