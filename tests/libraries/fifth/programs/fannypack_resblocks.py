import fannypack
import torch
from torch import nn

net = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1),
    fannypack.nn.resblocks.Conv2d(channels=8, bottleneck_channels=4, activation="leaky_relu"),
    nn.Flatten(),
    nn.Linear(8 * 8 * 8, 16),
    fannypack.nn.resblocks.Linear(16, activation="selu"),
)
compiled = torch.compile(net)
print(compiled(torch.randn(2, 3, 8, 8)).shape)
stats = torch.compile(fannypack.utils.gaussian_log_prob)
print(stats(torch.zeros(2, 3), torch.eye(3).expand(2, 3, 3), torch.randn(2, 3)))
