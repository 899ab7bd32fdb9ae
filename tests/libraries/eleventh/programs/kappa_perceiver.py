import torch
from torch import nn
from kappamodules.layers import ContinuousSincosEmbed
from kappamodules.transformer import DitBlock, PerceiverPoolingBlock, PrenormBlock


class PointNet(nn.Module):
    def __init__(self, dim=24):
        super().__init__()
        self.embed = ContinuousSincosEmbed(dim=dim, ndim=3)
        self.block = PrenormBlock(dim=dim, num_heads=4)
        self.dit = DitBlock(dim=dim, num_heads=4, cond_dim=8)
        self.pool = PerceiverPoolingBlock(dim=dim, num_heads=4, num_query_tokens=3)

    def forward(self, points, cond):
        return self.pool(self.dit(self.block(self.embed(points)), cond=cond))


net = torch.compile(PointNet())
print(net(torch.rand(2, 10, 3), torch.randn(2, 8)).shape)
