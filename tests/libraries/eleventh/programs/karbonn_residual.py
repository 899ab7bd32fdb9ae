import torch
from torch import nn
from karbonn.modules import AsinhNumericalEncoder, NLinear, ResidualBlock, ToFloat

net = nn.Sequential(ToFloat(), ResidualBlock(nn.Sequential(nn.Linear(5, 5), nn.ReLU())), nn.LayerNorm(5))
compiled = torch.compile(net)
print(compiled(torch.randint(0, 9, (4, 5))).shape)
per_feature = torch.compile(NLinear(n=3, in_features=4, out_features=6))
print(per_feature(torch.randn(2, 3, 4)).shape, torch.compile(AsinhNumericalEncoder(torch.tensor([0.1, 1.0, 10.0])))(torch.randn(5, 1)).shape)
