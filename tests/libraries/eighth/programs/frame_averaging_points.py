import torch
from frame_averaging_pytorch import FrameAverage
from torch import nn

net = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 3))
model = FrameAverage(net, dim=3, stochastic=True)
compiled = torch.compile(model)
points = torch.randn(2, 20, 3)
mask = torch.ones(2, 20).bool()
mask[1, 15:] = False
out = compiled(points, frame_average_mask=mask)
print(out.shape)
