import torch
from cellpose.transforms import normalize99
from cellpose.dynamics import steps_interp

follow = torch.compile(steps_interp)
flow = torch.randn(2, 16, 16).numpy() * 0.3
points = torch.nonzero(torch.rand(16, 16) > 0.7).T.numpy()
print(follow(flow, [points[0], points[1]], 5, device=torch.device("cpu")).shape)
