import torch
from lambda_networks import LambdaLayer, λLayer
from torch import nn

net = nn.Sequential(
    LambdaLayer(dim=16, dim_out=16, r=7, dim_k=8, heads=4, dim_u=2),
    nn.BatchNorm2d(16),
    nn.ReLU(),
    λLayer(dim=16, dim_out=32, n=12, dim_k=8, heads=4),
)
compiled = torch.compile(net)
compiled(torch.randn(2, 16, 12, 12)).sum().backward()
