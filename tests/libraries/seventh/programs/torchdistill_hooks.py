import torch
from torch import nn
from torchdistill.core.forward_hook import ForwardHookManager

net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 5))
manager = ForwardHookManager(torch.device("cpu"))
manager.add_hook(net, "0", requires_input=False, requires_output=True)
manager.add_hook(net, "3", requires_input=True, requires_output=True)
compiled = torch.compile(net)
compiled(torch.rand(2, 3, 8, 8))
io_dict = manager.pop_io_dict()
print({name: sorted(io) for name, io in io_dict.items()})
