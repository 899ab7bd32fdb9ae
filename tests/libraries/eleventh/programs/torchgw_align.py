import torch
from torchgw import sampled_gw

x, y = torch.randn(30, 3), torch.randn(25, 2)
align = torch.compile(lambda x, y: sampled_gw(x, y, distance_mode="precomputed", dist_source=torch.cdist(x, x), dist_target=torch.cdist(y, y), max_iter=5, M=10))
print(align(x, y).shape)
