"""torch.optim.optimizer."""

from typing import Any, TypedDict

from graphmend import Opaque, breaks, transfer
from torch import Tensor
from torch.nn import Parameter

class ParamGroup(TypedDict):
    params: list[Parameter]
    # What the optimizer's defaults name.
    __extra_items__: Opaque

class Optimizer:
    param_groups: list[ParamGroup]
    state: dict[Tensor, dict[str, Any]]
    defaults: dict[str, Opaque]
    @breaks("GB0467", "GB7312", kind="autograd")
    @transfer("keep_arguments")
    def __init__(self, params, defaults) -> None: ...
    @breaks("GB0025", kind="autograd")
    def step(self, closure=None) -> Opaque: ...
    @breaks("GB0008", kind="autograd")
    def zero_grad(self, set_to_none: bool = True) -> None: ...
    @breaks("GB0008", kind="skipped-call")
    def state_dict(self) -> dict[str, Opaque]: ...
    def load_state_dict(self, state_dict) -> None: ...
    def add_param_group(self, param_group) -> None: ...
