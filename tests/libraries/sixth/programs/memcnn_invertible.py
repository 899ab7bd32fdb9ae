import memcnn
import torch
from torch import nn


class Operation(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.seq = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU())

    def forward(self, x):
        return self.seq(x)


coupling = memcnn.AdditiveCoupling(Fm=Operation(5), Gm=Operation(5))
model = memcnn.InvertibleModuleWrapper(fn=coupling, keep_input=True, keep_input_inverse=True)
compiled = torch.compile(model)
compiled(torch.randn(2, 10, 8, 8)).mean().backward()
