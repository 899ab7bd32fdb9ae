import torch
from hyper_connections import HyperConnections
from torch import nn

init, expand, reduce = HyperConnections.get_init_and_expand_reduce_stream_functions(2)
blocks = nn.ModuleList([init(dim=16, branch=nn.Sequential(nn.LayerNorm(16), nn.Linear(16, 16), nn.GELU())) for _ in range(2)])


@torch.compile
def forward(x):
    x = expand(x)
    for block in blocks:
        x = block(x)
    return reduce(x)


forward(torch.randn(2, 5, 16)).sum().backward()
