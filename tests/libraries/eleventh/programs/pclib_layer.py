import torch
from pclib.nn.models import FCPCN

model = FCPCN(sizes=[12, 16, 4], steps=5)
compiled = torch.compile(model)
x, y = torch.rand(6, 12), torch.nn.functional.one_hot(torch.arange(6) % 4, 4).float()
print([o.shape if hasattr(o, "shape") else type(o) for o in compiled(x)])
