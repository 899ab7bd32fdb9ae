import funsor
import torch
from funsor import Tensor
from funsor.domains import Bint
from collections import OrderedDict

funsor.set_backend("torch")


@torch.compile
def forward_filter(init, transition):
    x = Tensor(init, OrderedDict(a=Bint[3]))
    y = Tensor(transition, OrderedDict(a=Bint[3], b=Bint[3]))
    return (x + y).reduce(funsor.ops.logaddexp, "a").data


print(forward_filter(torch.randn(3), torch.randn(3, 3)))
