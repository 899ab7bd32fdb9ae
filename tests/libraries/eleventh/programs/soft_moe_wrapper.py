import torch
from torch import nn
from soft_moe import SoftMoELayerWrapper

x = torch.rand(2, 16, 24)
block = SoftMoELayerWrapper(dim=24, slots_per_expert=2, num_experts=4, layer=nn.Linear, in_features=24, out_features=24)
net = torch.compile(nn.Sequential(nn.LayerNorm(24), block, nn.GELU(), nn.Linear(24, 5)))
print(net(x).shape)
