"""torch.distributed.device_mesh"""

from graphmend import breaks, unmeasured

@unmeasured("needs a process group")
@breaks("GB0142", kind="context")
def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None, backend_override=None): ...
